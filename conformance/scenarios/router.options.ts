import { get } from '../harness/request.ts'
import { familySince4, listener, probes, scenario } from '../harness/scenario.ts'

export default familySince4(
  'express.Router',
  probes('makes', {
    'routers with and without new': (express, probe) => {
      const made = express.Router()
      const constructed = new express.Router()
      probe.seen('kinds', made, constructed)
      probe.seen(
        'instanceof',
        made instanceof express.Router,
        constructed instanceof express.Router,
      )
      probe.seen('prototype', Object.getPrototypeOf(made) === express.Router)
      probe.seen('stack', made.stack, typeof made.handle)
      probe.seen('constructor', made.constructor === express.Router.constructor)
    },
    'its options visible': (express, probe) => {
      const options = { caseSensitive: true, mergeParams: 1, strict: 'x', extra: 1 }
      probe.seen('keys', Object.keys(express.Router(options)))
      for (const name of ['caseSensitive', 'mergeParams', 'strict', 'params', 'stack', 'extra']) {
        probe.seen(name, Reflect.get(express.Router(options), name))
        probe.seen(name, Reflect.get(express.Router(), name))
      }
    },
    chains: (express, probe) => {
      const router = express.Router()
      probe.seen('use', router.use(() => {}) === router)
      probe.seen('get', router.get('/', () => {}) === router)
      probe.seen('all', router.all('/', () => {}) === router)
      probe.seen('param', router.param('x', () => {}) === router)
      probe.seen('route', typeof router.route('/').get)
    },
    'sense of odd options': (express, probe) => {
      for (const options of [null, undefined, 0, '', 'text', 5, true, [], () => {}]) {
        probe.attempt(String(options), () => typeof express.Router(options))
      }
    },
    'sub-classable things': (express, probe) => {
      const { use } = express.Router.prototype
      let calls = 0
      express.Router.prototype.use = function (this: unknown, ...args: unknown[]) {
        calls += 1
        return (use as (...all: unknown[]) => unknown).apply(this, args)
      }
      const router = express.Router()
      router.use(() => {})
      const app = express()
      app.use(() => {})
      express.Router.prototype.use = use
      probe.seen('calls', calls, router.stack.length, app.router.stack.length)
    },
  }),
  scenario(
    'is a listener with a callback of its own',
    (express, probe) => {
      const router = express.Router()
      router.get('/x', (req, res) => {
        probe.seen('plain', req.originalUrl, req.baseUrl, req.params, typeof req.next)
        res.end('x')
      })
      router.get('/fail', () => {
        throw new Error('fail')
      })
      return listener((req, res) => {
        router(req as never, res as never, (err) => {
          probe.seen('done', err, req.url)
          res.end('done')
        })
      })
    },
    [get('/x'), get('/fail'), get('/miss')],
  ),
  probes(
    'refuses',
    {
      'to run without a callback': (express, probe) => {
        const router = express.Router()
        probe.attempt('call', () => router({} as never, {} as never))
        probe.attempt('handle', () =>
          router.handle({ url: '/', method: 'GET' } as never, {} as never),
        )
      },
    },
    // A router of 4.x calls the missing callback later, where nobody can catch the error.
    { dialects: ['5.x'] },
  ),
  probes('refuses', {
    'to be confused by odd requests': (express, probe) => {
      const router = express.Router()
      router.get('/', () => probe.seen('ran', true))
      for (const req of [{}, { url: '' }, { method: 'GET' }, { url: '/', method: 'GET' }]) {
        probe.attempt(JSON.stringify(req), () =>
          router.handle(req as never, {} as never, (err) => probe.seen('done', err)),
        )
      }
    },
  }),
  scenario(
    'nests to any depth and is shared between places',
    (express) => {
      const shared = express.Router()
      shared.get('/where', (req, res) => res.send(`${req.baseUrl} ${req.originalUrl}`))
      const app = express()
      app.use('/a', shared)
      app.use('/b', express.Router().use('/c', express.Router().use('/d', shared)))
      app.use('/e', express().use(shared))
      app.use(shared)
      shared.use('/self', shared)
      return app
    },
    ['/a/where', '/b/c/d/where', '/e/where', '/where', '/a/self/self/where', '/b/where'].map(
      (path) => get(path),
    ),
  ),
)
