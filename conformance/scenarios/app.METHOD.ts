import { METHODS } from 'node:http'
import type { Handler, Req, Res } from '../harness/express.ts'
import { get, head, request } from '../harness/request.ts'
import { family, listener, probes, scenario, scenarioSince4 } from '../harness/scenario.ts'

/** CONNECT never reaches a request listener of Node. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

export default family(
  'app.METHOD and app.all',
  scenario(
    'routes each method of Node to its own handlers',
    (express) => {
      const app = express()
      for (const method of METHODS) {
        const register = Reflect.get(app, method.toLowerCase()) as typeof app.get
        register.call(app, '/each', (_req: Req, res: Res) => res.send(`for ${method}`))
      }
      app.all('/all', (req, res) => res.send(`all ${req.method}`))
      return app
    },
    methods.flatMap((method) => [request(method, '/each'), request(method, '/all')]),
  ),
  probes('knows', {
    'every method': (express, probe) => {
      const app = express()
      for (const method of METHODS) {
        const member: unknown = Reflect.get(app, method.toLowerCase())
        probe.seen(method, typeof member)
      }
      probe.seen('chains', app.get('/', () => {}) === app, app.all('/', () => {}) === app)
      probe.seen('del', typeof Reflect.get(app, 'del'))
    },
    'the layers it makes': (express, probe) => {
      const app = express()
      app.all('/all', () => {})
      app.get('/get', function named() {}, [() => {}])
      app.post('/post', () => {})
      for (const layer of app.router.stack) {
        probe.seen(layer.name, layer.route?.path, layer.route?.methods)
        probe.seen(
          'inner',
          layer.route?.stack.map((inner) => [inner.name, inner.method]),
        )
      }
    },
  }),
  scenario(
    'takes functions, arrays and mixes, and every path form',
    (express, probe) => {
      const app = express()
      const step =
        (label: string): Handler =>
        (_req, _res, next) => {
          probe.seen('step', label)
          next()
        }
      app.get('/a', step('1'), [step('2'), [step('3'), step('4')]], step('5'))
      app.get(['/a', '/b', /^\/c/], step('array'))
      app.get(/^\/(?<name>a|b)$/, (req, _res, next) => {
        probe.seen('named', req.params)
        next()
      })
      app.get('/{:optional}', (req, _res, next) => {
        probe.seen('optional', req.params)
        next()
      })
      app.get('*any', (req, res) => {
        probe.seen('any', req.params)
        res.send('end')
      })
      return app
    },
    ['/a', '/b', '/cc', '/', '/x/y'].map((path) => get(path)),
  ),
  scenario(
    'answers HEAD by GET unless HEAD came first',
    (express, probe) => {
      const app = express()
      app.get('/get', (req, res) => {
        probe.seen('get', req.method)
        res.set('X-By', 'get').send('body')
      })
      app.head('/get', (_req, res) => res.set('X-By', 'head').end())
      app.head('/head', (_req, res) => res.set('X-By', 'head').end())
      app.get('/head', (_req, res) => res.set('X-By', 'get').send('body'))
      app.post('/post', (_req, res) => res.send('post'))
      app.all('/all', (_req, res) => res.send('all'))
      app
        .route('/both')
        .get((_req, res) => res.send('get'))
        .head((_req, res) => res.set('X-By', 'head').end())
      app
        .route('/both2')
        .head((_req, res) => res.set('X-By', 'head').end())
        .get((_req, res) => res.send('get'))
      app.get('/writes', (_req, res) => {
        res.write('a')
        res.end('b')
      })
      return app
    },
    ['/get', '/head', '/post', '/all', '/both', '/both2', '/writes', '/none'].flatMap((path) => [
      head(path),
      get(path),
    ]),
  ),
  scenarioSince4(
    'answers OPTIONS with what the routes allow',
    (express, probe) => {
      const app = express()
      app.get('/get', () => {})
      app
        .get('/many', () => {})
        .put('/many', () => {})
        .delete('/many', () => {})
      app.post('/many', () => {}).get('/many', () => {})
      app.all('/all', (_req, _res, next) => next())
      app.post('/all', () => {})
      app.options('/own', (_req, res) => res.set('Allow', 'MINE').send('own'))
      app.get('/own', () => {})
      app.get('/next', () => {})
      app.options('/next', (_req, _res, next) => {
        probe.seen('options', 'next')
        next()
      })
      app.post('/next', () => {})
      app.head('/head', () => {})
      app.use('/used', (_req, _res, next) => next())
      app.get('/used', () => {})
      const router = express.Router()
      router.get('/x', () => {})
      router.post('/x', () => {})
      router.all('/y', (_req, _res, next) => next())
      app.use('/r', router)
      app.put('/r/x', () => {})
      const sub = express()
      sub.delete('/x', () => {})
      app.use('/r', sub)
      const deep = express.Router()
      deep.use(
        express.Router().use(
          '/z',
          express.Router().get('/', () => {}),
        ),
      )
      app.use('/deep', deep)
      app.get('/:param', () => {})
      app.get('/fails', () => {})
      app.options('/fails', () => {
        throw new Error('options failed')
      })
      return app
    },
    [
      ...[
        '/get',
        '/many',
        '/all',
        '/own',
        '/next',
        '/head',
        '/used',
        '/r/x',
        '/r/y',
        '/deep/z',
        '/x',
        '/none/none',
        '/fails',
        '*',
        '/',
      ].map((path) => request('OPTIONS', path)),
      request('OPTIONS', '/get', { http10: true }),
    ],
  ),
  scenario(
    'answers OPTIONS after something was sent or changed',
    (express, probe) => {
      const app = express()
      app.use((_req, res, next) => {
        res.set('X-Before', '1').status(201)
        next()
      })
      app.get('/x', () => {})
      app.use('/ended', (_req, res, next) => {
        res.end('ended')
        next()
      })
      app.get('/ended', () => {})
      app.use('/error', (_req, _res, next) => next(new Error('before')))
      app.get('/error', () => {})
      app.get('/late', () => {})
      app.use((req, _res, next) => {
        probe.seen('reached', req.method)
        next()
      })
      return app
    },
    ['/x', '/ended', '/error', '/late'].map((path) => request('OPTIONS', path)),
  ),
  scenarioSince4(
    'gives a router that is called by hand its OPTIONS answer',
    (express, probe) => {
      const router = express.Router()
      router.get('/x', () => {})
      router.put('/x', () => {})
      return listener((req, res) => {
        router(req as never, res as never, (err) => {
          probe.seen('done', err)
          res.end('done')
        })
      })
    },
    [request('OPTIONS', '/x'), request('OPTIONS', '/y'), request('DELETE', '/x')],
  ),
)
