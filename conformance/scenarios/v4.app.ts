import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onError } from '../harness/express.ts'
import { get, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { probes4, scenario4, type V4Express } from '../harness/v4.ts'

const removed = [
  'bodyParser',
  'compress',
  'cookieSession',
  'session',
  'logger',
  'cookieParser',
  'favicon',
  'responseTime',
  'errorHandler',
  'timeout',
  'methodOverride',
  'vhost',
  'csrf',
  'directory',
  'limit',
  'multipart',
  'staticCache',
]
const members = [
  'application',
  'request',
  'response',
  'Route',
  'Router',
  'json',
  'query',
  'raw',
  'static',
  'text',
  'urlencoded',
]

type ParamFn = Parameters<ReturnType<V4Express>['param']>[0]

export default family(
  '4.x applications',
  probes4('webapp', {
    'has no middleware of 3.x': (express, probe) => {
      for (const name of removed) probe.attempt(name, () => Reflect.get(express, name))
      probe.seen('names', Object.keys(express))
    },
    'lets removed names be set again': (express, probe) => {
      const before = Object.getOwnPropertyDescriptor(express, 'logger')
      Object.defineProperty(express, 'logger', { configurable: true, value: 'mine' })
      probe.seen('logger', Reflect.get(express, 'logger'))
      Object.defineProperty(express, 'logger', before as PropertyDescriptor)
    },
    'has its members': (express, probe) => {
      for (const name of members) probe.seen(name, typeof Reflect.get(express, name))
    },
    'has the table of media types of static': (express, probe) => {
      const { mime } = express.static
      for (const name of ['html', '.js', 'a/b.css', 'x.unknown', '', 'json', 'md', 'mp4', 'ts']) {
        probe.attempt(name, () => mime.lookup(name))
      }
      probe.seen('members', Object.keys(mime).sort())
      probe.seen('charset', (mime.charsets as { lookup(type: string): unknown }).lookup('text/x'))
    },
  }),
  probes4('app.router', {
    'throws and names the guide': (express, probe) => {
      probe.attempt('router', () => express().router)
      probe.seen('own', Object.getOwnPropertyDescriptor(express(), 'router')?.get !== undefined)
    },
  }),
  probes4('app._router', {
    'is made when it is first needed': (express, probe) => {
      for (const [name, use] of Object.entries({
        set: (app: ReturnType<V4Express>) => app.set('a', 1),
        use: (app: ReturnType<V4Express>) => app.use(() => {}),
        get: (app: ReturnType<V4Express>) => app.get('/', () => {}),
        'get of a setting': (app: ReturnType<V4Express>) => app.get('a'),
        all: (app: ReturnType<V4Express>) => app.all('/', () => {}),
        route: (app: ReturnType<V4Express>) => app.route('/'),
        param: (app: ReturnType<V4Express>) => app.param('x', () => {}),
        lazyrouter: (app: ReturnType<V4Express>) => app.lazyrouter(),
      })) {
        const app = express()
        probe.seen('before', app._router)
        use(app)
        probe.seen(
          name,
          app._router?.stack.map((layer) => layer.name),
        )
      }
    },
    'has layers that tools walk': (express, probe) => {
      const app = express()
      const router = express.Router()
      router.get('/inner/:id', function inner() {})
      app.use('/mounted', router)
      app.use('/sub', express())
      app.get(
        '/route/:a/:b(\\d+)?',
        function one() {},
        function two() {},
      )
      app.post('*', () => {})
      app.all(['/x', /y(z)/], () => {})
      app.use(function anywhere() {})
      for (const layer of app._router?.stack ?? []) {
        const { name, keys, regexp, path, params, route, method } = layer
        probe.seen('layer', name, keys, regexp, path, params, method)
        probe.seen('marks', regexp.fast_star, regexp.fast_slash, Object.keys(layer))
        probe.seen('handle', layer.handle, layer.handle.stack?.length)
        if (!route) continue
        probe.seen('route', route.path, route.methods, Object.keys(route))
        for (const part of route.stack) {
          probe.seen('part', part.name, part.method, part.keys, Object.keys(part))
        }
      }
    },
    'takes the settings of the moment': (express, probe) => {
      const app = express()
      app.enable('strict routing').enable('case sensitive routing')
      app.lazyrouter()
      app.disable('strict routing')
      const { _router: router } = app
      probe.seen('options', Reflect.get(router ?? {}, 'strict'), Object.keys(router ?? {}))
    },
  }),
  scenario4(
    'app._router can be spliced and reordered',
    (express) => {
      const app = express()
      app.get('/', (_req, res) => void res.send('first'))
      app.get('/', (_req, res) => void res.send('second'))
      app.get('/swap', (_req, res) => {
        const stack = app._router?.stack ?? []
        const [first, second] = stack.splice(2, 2)
        if (first && second) stack.splice(2, 0, second, first)
        res.send('swapped')
      })
      app.get('/remove', (_req, res) => {
        app._router?.stack.splice(2, 1)
        res.send('removed')
      })
      return app
    },
    ['/', '/swap', '/', '/remove', '/'].map((path) => get(path)),
  ),
  scenario4(
    'app.del is app.delete',
    (express, probe) => {
      const app = express()
      probe.seen('chains', app.del('/x', (_req, res) => void res.send('deleted')) === app)
      probe.attempt('without handlers', () => app.del('/y') === app)
      probe.attempt('without a path', () => app.del())
      return app
    },
    [request('DELETE', '/x'), get('/x'), request('DELETE', '/y'), request('OPTIONS', '/x')],
  ),
  scenario4(
    'app.param(fn) changes what app.param(name, value) takes',
    (express, probe) => {
      const app = express()
      probe.attempt('app.param(fn)', () => {
        return (
          app.param(((name: string, option: unknown) => {
            probe.seen('adapts', name, option)
            if (!(option instanceof RegExp)) return undefined
            return (
              req: { params: Record<string, string> },
              _res: unknown,
              next: (e?: unknown) => void,
              value: string,
            ) => {
              if (option.test(value)) next()
              else next('route')
              probe.seen('checked', req.params, value)
            }
          }) as ParamFn) === app
        )
      })
      app.param('id', /^\d+$/ as never)
      app.param('name', (_req, _res, next, value) => {
        probe.seen('name', value)
        next()
      })
      probe.attempt('invalid', () => app.param('other', 'text'))
      probe.attempt('list', () => app.param(['id', 'more'], /x/ as never) === app)
      app.get('/id/:id', (req, res) => void res.send(`id ${String(req.params.id)}`))
      app.get('/name/:name', (_req, res) => void res.send('name'))
      app.use((_req, res) => void res.status(404).send('none'))
      return app
    },
    ['/id/1', '/id/x', '/name/n'].map((path) => get(path)),
  ),
  scenario4(
    'router.param(fn) works in several steps',
    (express, probe) => {
      const router = express.Router()
      const app = express()
      const adapt = (label: string) =>
        ((name: string, option: unknown) => {
          probe.seen(label, name, typeof option)
          return label === 'none' ? undefined : option
        }) as ParamFn
      router.param(adapt('none'))
      router.param(adapt('same'))
      router.param(':colon', (_req, _res, next, value, name) => {
        probe.seen('colon', value, name)
        next()
      })
      router.param('0' as never, (_req, _res, next, value, name) => {
        probe.seen('capture', value, name)
        next()
      })
      router.get('/:colon', (_req, res) => void res.send('colon'))
      router.get('/star/*', (_req, res) => void res.send('star'))
      return app.use(router)
    },
    [get('/x'), get('/star/y'), get('/star/a%20b/c')],
  ),
  scenario4(
    'webapp.query is the first layer, by hand',
    (express, probe) => {
      const router = express.Router()
      router.use(express.query())
      router.use(express.query({ delimiter: ';' }))
      router.use((req, res) => {
        probe.seen('query', req.query)
        ;(res as unknown as { end(): void }).end()
      })
      return router as never
    },
    [get('/?a[b]=1&c=2'), get('/?a=1;b=2'), get('/')],
  ),
  scenario4('an application without routes takes nothing in', (express) => express(), [
    get('/'),
    request('OPTIONS', '/'),
    request('POST', '/x'),
  ]),
  scenario4(
    'OPTIONS is answered with each method once',
    (express) => {
      const app = express()
      app.get('/x', () => {})
      app.post('/x', () => {})
      app
        .route('/x')
        .get(() => {})
        .put(() => {})
      const router = express.Router()
      router.delete('/', () => {})
      app.use('/x', router)
      app.get('/none', () => {})
      return app
    },
    [request('OPTIONS', '/x'), request('OPTIONS', '/none'), request('OPTIONS', '/missing')],
  ),
  probes4('app.listen', {
    'leaves errors to the server': async (express, probe) => {
      const taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      const { port } = taken.address() as AddressInfo
      const calls: unknown[][] = []
      const server = express().listen(port, '127.0.0.1', (...args: unknown[]) => calls.push(args))
      probe.seen('listeners', server.listenerCount('error'), server.listenerCount('listening'))
      const [err] = (await once(server, 'error')) as [NodeJS.ErrnoException]
      probe.seen('error', err.code, calls)
      taken.close()
    },
    'calls back without arguments': async (express, probe) => {
      const calls: unknown[][] = []
      const server = express().listen(0, (...args: unknown[]) => calls.push(args))
      await once(server, 'listening')
      probe.seen('calls', calls)
      server.close()
    },
  }),
  probes4('settings', {
    'have the defaults of 4.x': (express, probe) => {
      const app = express()
      for (const name of [
        'query parser',
        'query parser fn',
        'etag',
        'etag fn',
        'env',
        'trust proxy',
        'subdomain offset',
        'views',
        'jsonp callback name',
        'x-powered-by',
        'case sensitive routing',
        'strict routing',
        'view cache',
        'json escape',
        'json spaces',
      ]) {
        probe.seen(name, app.get(name))
      }
      probe.seen('tables', app.settings, app.cache, app.engines)
    },
    'have prototypes': (express, probe) => {
      const app = express()
      for (const name of ['settings', 'cache', 'engines', 'locals'] as const) {
        probe.seen(name, Object.getPrototypeOf(app[name]) === Object.prototype)
      }
      probe.seen('hasOwnProperty', app.get('hasOwnProperty'), app.enabled('toString'))
    },
  }),
  scenario4(
    'mounted in each other give the parent back',
    (express, probe) => {
      const app = express()
      const sub = express()
      sub.use((req, _res, next) => {
        probe.seen('sub', req.app === sub, Object.getPrototypeOf(req) === sub.request)
        next()
      })
      app.use('/sub', sub)
      app.use((req, res) => {
        probe.seen('parent', req.app === app, Object.getPrototypeOf(req) === app.request)
        probe.seen('res', res.app === app, Object.getPrototypeOf(res) === app.response)
        res.end()
      })
      return app
    },
    [get('/sub'), get('/')],
  ),
  ['development', 'production'].map((env) =>
    scenario4(
      `the final handler in ${env}`,
      (express) => {
        const app = express()
        app.get('/error', () => {
          throw new Error('<b>failed</b>')
        })
        app.get('/status', (_req, _res, next) =>
          next(Object.assign(new Error('gone'), { status: 410, headers: { 'X-Why': 'gone' } })),
        )
        app.get('/code', (_req, res, next) => {
          res.status(503).set({ ETag: '"x"', 'Content-Encoding': 'gzip', 'Content-Length': '5' })
          next(new Error('late'))
        })
        app.get('/text', (_req, _res, next) => next('a text'))
        app.get('/written', (_req, res) => {
          res.write('begun')
          throw new Error('after the head')
        })
        app.use(
          '/handled',
          onError((err, _req, res, _next) => void res.send(err.message)),
        )
        return app
      },
      ['/error', '/status', '/code', '/text', '/written', '/missing', '/<x>?"y"', '/handled'].map(
        (path) => get(path),
      ),
      { env },
    ),
  ),
)
