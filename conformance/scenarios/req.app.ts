import type { Next, Req, Res } from '../harness/express.ts'
import { get, keepAlive } from '../harness/request.ts'
import { family, listener, scenario, scenarioSince4 } from '../harness/scenario.ts'

export default family(
  'req.app, req.res, req.next, req.route, res.app, res.req, res.locals',
  scenario(
    'point to each other',
    (express, probe) => {
      const app = express()
      app.get('/x/:id', (req, res, next) => {
        probe.seen('app', req.app === app, res.app === app)
        probe.seen('pair', req.res === res, res.req === (req as unknown))
        probe.seen('next', typeof req.next, req.next === next)
        probe.seen('route', req.route.path, req.route.methods, req.route.stack.length)
        probe.seen('locals', res.locals, Object.getPrototypeOf(res.locals) === null)
        probe.seen('body', req.body, 'body' in req)
        probe.seen('cookies', req.cookies, req.signedCookies, 'cookies' in req)
        probe.seen(
          'own keys',
          Object.keys(req)
            .filter((key) => !key.startsWith('_'))
            .includes('res'),
        )
        res.end()
      })
      app.use((req, res) => {
        probe.seen('no route', req.route, 'route' in req)
        res.end()
      })
      return app
    },
    [get('/x/1'), get('/y')],
  ),
  scenario(
    'change in mounted apps and change back',
    (express, probe) => {
      const names = new Map<unknown, string>()
      const app = express()
      const sub = express()
      names.set(app, 'app').set(sub, 'sub')
      sub.use((req, res, next) => {
        probe.seen('inside', names.get(req.app), names.get(res.app))
        probe.seen('prototypes', Object.getPrototypeOf(req) === sub.request)
        res.locals.sub = true
        next()
      })
      app.use((_req, res, next) => {
        res.locals.top = true
        next()
      })
      app.use('/sub', sub)
      app.use((req, res) => {
        probe.seen('after', names.get(req.app), names.get(res.app), res.locals)
        probe.seen('prototypes', Object.getPrototypeOf(req) === app.request)
        res.end()
      })
      return app
    },
    [get('/sub/x'), get('/x')],
  ),
  scenario(
    'change back after an error in a mounted app',
    (express, probe) => {
      const app = express()
      const sub = express()
      sub.use(() => {
        throw new Error('sub')
      })
      app.use('/sub', sub)
      app.use(((err: Error, req: { app: unknown }, res: { end(): void }, _next: unknown) => {
        probe.seen('after', err, req.app === app)
        res.end()
      }) as never)
      return app
    },
    [get('/sub')],
  ),
  scenario(
    'keep res.locals that are there already',
    (express, probe) => {
      const app = express()
      app.use((_req, res) => {
        probe.seen('locals', res.locals)
        res.end()
      })
      return listener((req, res) => {
        Object.assign(res, { locals: { before: 1 } })
        app(req as never, res as never)
      })
    },
    [get('/')],
  ),
  scenarioSince4(
    'keep req.route after the response has finished',
    (express, probe) => {
      const app = express()
      const router = express.Router()
      router.get('/item/:id', (_req, res) => res.send('x'))
      app.use((req, res, next) => {
        res.on('finish', () => probe.seen('finish', req.baseUrl, req.route?.path, req.params))
        next()
      })
      app.use('/r', router)
      app.get('/direct', (_req, _res, next) => next())
      app.get('/dir*rest', (req, res) => {
        probe.seen('route', req.route.path)
        res.end()
      })
      return app
    },
    [get('/r/item/5'), get('/direct'), get('/none')],
  ),
  scenario(
    'tell whether a request has met a route',
    (express, probe) => {
      const names = ['route', 'res', 'next', 'originalUrl', 'body', 'cookies', 'secret']
      const tell = (label: string, req: Req) => {
        const found = names.map((name) => [name, name in req, Object.hasOwn(req, name)])
        probe.seen(label, ...found, typeof req.route)
      }
      const app = express()
      app.use((req: Req, _res: Res, next: Next) => {
        tell('before', req)
        next()
      })
      app.get('/met', (req: Req, _res: Res, next: Next) => {
        tell('in the route', req)
        next()
      })
      return app.use((req: Req, res: Res) => {
        tell('behind it', req)
        res.send('text')
      })
    },
    [get('/none'), get('/met'), keepAlive([get('/none'), get('/met'), get('/none')])],
  ),
)
