import { AsyncLocalStorage } from 'node:async_hooks'
import { type Next, onError, type Req, type Res } from '../harness/express.ts'
import { get, hanging, pipelined, request } from '../harness/request.ts'
import { family, scenario, scenarioSince4 } from '../harness/scenario.ts'

const signals: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['false', false],
  ['zero', 0],
  ['empty string', ''],
  ['NaN', Number.NaN],
  ['route', 'route'],
  ['router', 'router'],
  ['Route', 'Route'],
  ['text', 'text'],
  ['true', true],
  ['number', 404],
  ['error', new Error('an error')],
  ['object', { message: 'plain' }],
  ['array', []],
]

export default family(
  'next',
  signals.map(([label, signal]) =>
    scenarioSince4(
      `with ${label} from every place`,
      (express, probe) => {
        const app = express()
        const mark = (name: string) => (_req: Req, _res: Res, next: Next) => {
          probe.seen('ran', name)
          next()
        }
        const send = (name: string) => (_req: Req, _res: Res, next: Next) => {
          probe.seen('sends', name)
          next(signal)
        }
        const caught = (name: string) =>
          onError((err, _req, _res, next) => {
            probe.seen('caught', name, err)
            next(err)
          })
        app.use('/use', send('use'), mark('use sibling'), caught('use sibling'))
        app.get('/route', send('route'), mark('route sibling'))
        app.get('/route', mark('second route'))
        const router = express.Router()
        router.use('/use', send('router use'))
        router.get('/route', send('router route'), mark('router sibling'))
        router.use(mark('router rest'))
        router.use(caught('router'))
        app.use('/router', router, mark('after router'))
        const sub = express()
        sub.get('/route', send('sub route'), mark('sub sibling'))
        sub.use(mark('sub rest'))
        app.use('/sub', sub, mark('after sub'))
        app.param('id', (_req, _res, next) => next(signal))
        app.get('/param/:id', mark('param route'))
        app.use(
          '/error',
          (_req, _res, next) => next(new Error('first')),
          onError((_err, _req, _res, next) => next(signal)),
          mark('error sibling'),
          caught('error sibling'),
        )
        app.use(mark('end'))
        app.use(caught('end'))
        return app
      },
      ['/use', '/route', '/router/use', '/router/route', '/sub/route', '/param/1', '/error'].map(
        (path) => get(path),
      ),
    ),
  ),
  scenario(
    'called twice runs the rest twice',
    (express, probe) => {
      const app = express()
      app.get('/sync', (_req, _res, next) => {
        next()
        next()
      })
      app.get('/later', (_req, _res, next) => {
        next()
        setTimeout(next, 5)
      })
      app.get('/both', (_req, _res, next) => {
        next()
        throw new Error('after next')
      })
      app.use((req, res) => {
        probe.seen('end', req.url, res.headersSent)
        if (!res.headersSent) res.send('x')
      })
      return app
    },
    [get('/sync'), get('/later'), get('/both')],
    { linger: 10 },
  ),
  scenario(
    'after the response has ended reaches later layers',
    (express, probe) => {
      const app = express()
      app.get('/', (_req, res, next) => {
        res.send('done')
        next()
      })
      app.get('/err', (_req, res, next) => {
        res.send('done')
        next(new Error('too late'))
      })
      app.get('/miss', (_req, res, next) => {
        res.send('done')
        next()
      })
      app.get('/thrown', (_req, res) => {
        res.send('done')
        throw new Error('too late')
      })
      app.get('/timeout', (_req, res, next) => {
        res.status(503).send('timeout')
        setTimeout(next, 2)
      })
      app.get('/begun', (_req, res, next) => {
        res.write('a')
        next()
        setTimeout(() => res.end('b'), 5)
      })
      app.get('/', (_req, res) => probe.seen('later', res.headersSent))
      return app
    },
    ['/', '/err', '/miss', '/thrown', '/timeout', '/begun'].map((path) => get(path)),
    { linger: 5 },
  ),
  scenario(
    'lets code after it run when the rest has returned',
    (express, probe) => {
      const app = express()
      for (let depth = 0; depth < 5; depth++) {
        app.use((_req, _res, next) => {
          probe.seen('before', depth)
          next()
          probe.seen('after', depth)
        })
      }
      app.get('/', (_req, res) => {
        probe.seen('answer', true)
        res.send('x')
      })
      return app
    },
    [get('/'), get('/miss')],
  ),
  scenarioSince4(
    'returns before it leaves a router whose last layer called it',
    (express, probe) => {
      const app = express()
      const router = express.Router()
      router.use((_req, _res, next) => {
        next()
        probe.seen('returned', true)
      })
      app.use(router)
      return app.use((_req, res) => {
        probe.seen('left', true)
        res.end()
      })
    },
    [get('/')],
  ),
  scenarioSince4(
    'gives a router back the request as it was before',
    (express, probe) => {
      const app = express()
      const router = express.Router()
      router.use('/:inner', (_req, _res, next) => next())
      return app.use('/:outer', (req, res) => {
        const { next } = req
        const look = (label: string) =>
          probe.seen(label, { ...req.params }, req.baseUrl, req.url, req.next === next)
        look('before')
        router(req, res, () => {
          look('after')
          res.end()
        })
      })
    },
    [get('/a/b/c')],
  ),
  scenarioSince4(
    'answers OPTIONS after a router was left, with what it had gathered',
    (express) => {
      const app = express()
      const router = express.Router()
      router.get('/', (_req, res) => res.end())
      router.use((_req, _res, next) => next('router'))
      return app.use(router)
    },
    [request('OPTIONS', '/')],
  ),
  scenarioSince4(
    'leaves one router of several',
    (express) => {
      const app = express()
      const outer = express.Router()
      const inner = express.Router()
      inner.use((_req, _res, next) => next('router'))
      outer.use(inner, (_req, res) => res.send('outer'))
      return app.use(outer).use((_req, res) => res.send('app'))
    },
    [get('/')],
  ),
  scenarioSince4(
    'keeps the context of AsyncLocalStorage for pipelined requests, through chains and routers',
    (express) => {
      const storage = new AsyncLocalStorage<string>()
      const [app, outer, inner] = [express(), express.Router(), express.Router()]
      inner.param('id', (_req, _res, next) => setImmediate(next))
      for (let count = 0; count < 300; count++) inner.use((_req, _res, next) => next())
      inner.get('/:id', async (_req, res) => {
        await null
        res.send(storage.getStore())
      })
      outer.use(inner)
      app.use((req, _res, next) => storage.run(req.url, next))
      return app.use(outer)
    },
    [pipelined(['/a', '/b', '/c'].map((path) => get(path)))],
  ),
  scenarioSince4(
    'keeps apart the params of pipelined requests in nested routers',
    (express) => {
      const app = express()
      const router = express.Router({ mergeParams: true })
      router.param('b', (_req, _res, next) => setImmediate(next))
      router.get('/:b', async (req, res) => {
        await null
        res.json([req.params, req.baseUrl, req.url])
      })
      app.param('a', async (_req, _res, next) => {
        await null
        next()
      })
      return app.use('/:a', router)
    },
    [pipelined(Array.from({ length: 30 }, (_, index) => get(`/a${index}/b${index}`)))],
  ),
  scenarioSince4(
    'from other ticks',
    (express, probe) => {
      const app = express()
      const ways: readonly ((next: Next) => unknown)[] = [
        (next) => process.nextTick(next),
        (next) => setImmediate(next),
        (next) => setTimeout(next, 1),
        (next) => void Promise.resolve().then(() => next()),
        (next) => queueMicrotask(() => next()),
        async (next) => {
          await null
          next()
        },
      ]
      for (const [index, way] of ways.entries()) {
        app.use('/in', (req, _res, next) => {
          probe.seen('way', index, req.url, req.baseUrl)
          way(next)
        })
      }
      app.use((req, res) => {
        probe.seen('end', req.url, req.baseUrl)
        res.send('x')
      })
      return app
    },
    [get('/in/x')],
  ),
  scenario('never called leaves the client waiting', (express) => express().get('/', () => {}), [
    hanging(get('/')),
  ]),
  scenario(
    'keeps pipelined requests apart',
    (express) => {
      const app = express()
      app.use((req, res, next) => {
        res.locals.url = req.url
        setTimeout(next, req.url === '/slow' ? 10 : 1)
      })
      app.get('/:name', (req, res) => res.send(`${req.params.name} ${res.locals.url}`))
      return app
    },
    [
      pipelined([
        get('/slow'),
        get('/a'),
        get('/b'),
        request('POST', '/c', { body: 'x' }),
        get('/d'),
      ]),
    ],
  ),
  scenario(
    'has the shape that people look at',
    (express, probe) => {
      const app = express()
      app.use((_req, _res, next) => {
        probe.seen('use', next)
        probe.seen('returned', next())
      })
      app.get('/', (req, _res, next) => {
        probe.seen('route', next)
        probe.seen('req.next', req.next)
        next()
      })
      app.param('id', (_req, _res, next) => {
        probe.seen('param', typeof next, next.length)
        next()
      })
      app.get('/:id', (_req, res) => res.end())
      app.get('/', (_req, res) => res.end())
      return app
    },
    [get('/'), get('/1')],
  ),
)
