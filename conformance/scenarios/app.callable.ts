import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onError } from '../harness/express.ts'
import { get, head, keepAlive, request } from '../harness/request.ts'
import { family, listener, scenario } from '../harness/scenario.ts'
import { converse } from '../harness/wire.ts'

type Step = (req: never, res: never, next: (err?: unknown) => void) => unknown

/** What connect does: each step hands over to the next one. */
function chain(steps: readonly Step[]): RequestListener {
  return listener((req, res) => {
    const run = (index: number, err?: unknown): void => {
      const step = steps[index]
      if (!step || err) {
        res.statusCode = err ? 555 : 404
        res.end(`chain end ${err instanceof Error ? err.message : String(err)}`)
        return
      }
      step(req as never, res as never, (failure) => run(index + 1, failure))
    }
    run(0)
  })
}

export default family(
  'app(req, res, next)',
  scenario(
    'is a step of a plain chain',
    (express, probe) => {
      const app = express()
      app.use((req, res, next) => {
        probe.seen('prototypes', Object.getPrototypeOf(req) === app.request)
        res.set('X-From', 'app')
        next()
      })
      app.get('/hit', (_req, res) => res.send('hit'))
      app.get('/fail', () => {
        throw new Error('from app')
      })
      app.get('/route', (_req, _res, next) => next('route'))
      app.get('/router', (_req, _res, next) => next('router'))
      return chain([app as never])
    },
    ['/hit', '/fail', '/route', '/router', '/miss'].map((path) => get(path)),
  ),
  scenario(
    'is a step of a plain chain that hears of rejections',
    (express) => chain([express().get('/', () => Promise.reject(new Error('rejected'))) as never]),
    [get('/')],
    { dialects: ['5.x'] },
  ),
  scenario(
    'is two steps of a plain chain',
    (express, probe) => {
      const one = express()
      const two = express()
      one.use((_req, res, next) => {
        res.locals.one = 1
        next()
      })
      two.get('/', (req, res) => {
        probe.seen('second', req.app === two, res.locals, res.get('X-Powered-By') !== undefined)
        res.send('two')
      })
      return chain([one as never, two as never])
    },
    [get('/'), get('/miss')],
  ),
  scenario(
    'is a handler of another app with paths and params',
    (express, probe) => {
      const top = express()
      const app = express()
      app.get('/x', (req, res) => {
        probe.seen('seen', req.baseUrl, req.url, req.params, req.app === app)
        res.send('inner')
      })
      top.get('/route/:id', (req, res, next) => {
        req.url = '/x'
        app(req, res, next)
      })
      top.use('/called', (req, res, next) => app(req, res, next))
      top.use('/handle', (req, res, next) => app.handle(req, res, next))
      top.use('/routed', app.router)
      top.all('/as-route', app)
      return top
    },
    ['/route/5', '/called/x', '/called/y', '/handle/x', '/routed/x', '/as-route', '/x'].map(
      (path) => get(path),
    ),
  ),
  scenario(
    'answers 404 and errors itself when there is no next',
    (express) => {
      const app = express()
      app.get('/fail', () => {
        throw new Error('alone')
      })
      return listener((req, res) => {
        if (req.url === '/handle') app.handle(req as never, res as never)
        else app(req as never, res as never)
      })
    },
    [get('/miss'), get('/fail'), get('/handle'), head('/miss'), request('POST', '/miss')],
  ),
  scenario(
    'hands errors to a callback given by hand',
    (express, probe) => {
      const app = express()
      app.get('/fail', (_req, _res, next) => next('text error'))
      app.get('/own', (_req, _res, next) => next(Object.assign(new Error('own'), { status: 418 })))
      return listener((req, res) => {
        app(req as never, res as never, (...args: unknown[]) => {
          probe.seen('done', ...args)
          res.end('by hand')
        })
      })
    },
    [get('/fail'), get('/own'), get('/miss')],
  ),
  scenario(
    'serves several servers at once',
    async (express, probe) => {
      const app = express()
      app.get('/', (_req, res) => res.send('shared'))
      const server = createServer(app as never).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = server.address() as AddressInfo
      const { answers } = await converse({ port, host: '127.0.0.1' }, keepAlive([get('/')]))
      probe.seen('status', answers[0]?.responses[0]?.status)
      server.closeAllConnections()
      server.close()
      return app
    },
    [get('/')],
  ),
  scenario('is used with requests that were not made by a server', async (express, probe) => {
    const app = express()
    app.get('/x', (req, res) => {
      probe.seen('fake', req.path, req.query, req.get('a'))
      res.json({ ok: true })
    })
    const sent: unknown[] = []
    const req = Object.assign(Object.create({}), { method: 'GET', url: '/x?q=1', headers: {} })
    const headers = new Map<string, unknown>()
    const res = Object.assign(Object.create({}), {
      setHeader: (name: string, value: unknown) => headers.set(name.toLowerCase(), value),
      getHeader: (name: string) => headers.get(name.toLowerCase()),
      removeHeader: (name: string) => headers.delete(name.toLowerCase()),
      end: (...args: unknown[]) => sent.push(args),
    })
    probe.attempt('call', () => app(req, res))
    probe.seen('sent', sent, [...headers.keys()])
    return undefined
  }),
  scenario(
    'routes by a method in lower case only when asked so',
    (express) => {
      const app = express()
      app.get('/', (_req, res) => res.send('get'))
      return listener((req, res) => {
        req.method = 'get'
        app(req as never, res as never)
      })
    },
    [get('/')],
  ),
  scenario(
    'catches errors of a mounted app in the parent',
    (express, probe) => {
      const top = express()
      const sub = express()
      sub.get('/fail', () => {
        throw new Error('sub failed')
      })
      sub.get('/handled', () => {
        throw new Error('sub handled')
      })
      sub.use(
        '/handled',
        onError((err, _req, res, _next) => res.send(`sub: ${err.message}`)),
      )
      top.use('/sub', sub)
      top.use(
        onError((err, req, res, _next) => {
          probe.seen('parent', err, req.app === top, req.url, req.baseUrl)
          res.status(500).send(`top: ${err.message}`)
        }),
      )
      return top
    },
    [get('/sub/fail'), get('/sub/handled'), get('/sub/miss')],
  ),
)
