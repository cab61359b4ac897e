import { onError } from '../harness/express.ts'
import { get, head, request } from '../harness/request.ts'
import { familySince4, listener, probes, scenario } from '../harness/scenario.ts'
import { stackOf } from '../harness/v4.ts'

export default familySince4(
  'app.route and router.route',
  probes('gives', {
    'a chainable route': (express, probe) => {
      const app = express()
      const route = app.route('/x')
      probe.seen('path', route.path, route.stack, route.methods)
      probe.seen('chains', route.get(() => {}) === route, route.all(() => {}) === route)
      probe.seen('methods', route.methods)
      probe.seen(
        'stack',
        route.stack.map((layer) => [layer.name, layer.method]),
      )
      probe.seen('kind', route instanceof express.Route, route.constructor.name)
      probe.seen('layer', stackOf(app).length, stackOf(app).at(-1)?.route === route)
    },
    'a route without a path': (express, probe) => {
      probe.attempt('app', () => typeof express().route())
      probe.attempt('router', () => typeof express.Router().route())
      probe.attempt('null', () => typeof express.Router().route(null))
      probe.attempt('number', () => typeof express.Router().route(5))
      probe.attempt('array', () => express.Router().route(['/a', /b/]).path)
    },
    'errors for handlers that are none': (express, probe) => {
      const route = express.Router().route('/')
      for (const value of [undefined, null, 'x', 5, {}, [], [[]], [null], /x/, new Date(0)]) {
        probe.attempt(`get ${JSON.stringify(value)}`, () => route.get(value) === route)
        probe.attempt(`all ${JSON.stringify(value)}`, () => route.all(value) === route)
      }
      probe.attempt('get none', () => route.get() === route)
      probe.attempt('all none', () => route.all() === route)
      probe.attempt('mixed', () => route.get(() => {}, 'x') === route)
      probe.seen('stack', route.stack.length, route.methods)
    },
    'the methods that a route handles': (express, probe) => {
      // The names of 5.x and those of 4.x.
      for (const name of ['_handlesMethod', '_methods', '_handles_method', '_options']) {
        for (const verb of ['get', 'post', 'head', 'all'] as const) {
          const route: object = express
            .Router()
            .route('/')
            [verb](() => {})
          const method: unknown = Reflect.get(route, name)
          if (typeof method !== 'function') continue
          for (const asked of ['GET', 'HEAD', 'get', 'POST', 'ANY']) {
            probe.attempt(`${verb} ${name}(${asked})`, () => method.call(route, asked))
          }
        }
      }
    },
    'a route made by hand': (express, probe) => {
      const route = new express.Route('/hand')
      probe.seen('route', route.path, route.stack, route.methods)
    },
  }),
  scenario(
    'runs its handlers by method in order',
    (express, probe) => {
      const app = express()
      app
        .route('/x')
        .all((req, _res, next) => {
          probe.seen('all', req.method)
          next()
        })
        .get(
          (_req, _res, next) => next(),
          (_req, res) => res.send('get'),
        )
        .post((_req, res) => res.send('post'))
        .all((_req, res) => res.send('end'))
      return app
    },
    [get('/x'), head('/x'), request('POST', '/x'), request('PUT', '/x'), request('OPTIONS', '/x')],
  ),
  scenario(
    'answers no other methods',
    (express) => {
      const app = express()
      app
        .route('/:foo')
        .get((req, res) => res.send(`get ${req.params.foo}`))
        .post((_req, res) => res.send('post'))
      return app
    },
    [get('/x'), request('POST', '/x'), request('PUT', '/x')],
  ),
  scenario(
    'runs handlers that its only handler adds while it runs',
    (express, probe) => {
      const app = express()
      const route = app.route('/x')
      route.get((_req, _res, next) => {
        if (route.stack.length === 1) {
          route.get((_req, _res, then) => then(new Error('added')))
          route.get(
            onError((err, _req, _res, then) => {
              probe.seen('caught', err)
              then()
            }),
          )
        }
        next()
      })
      return app.use((_req, res) => res.send('after'))
    },
    [get('/x'), get('/x')],
  ),
  scenario(
    'is left when its only handler adds one for another method',
    (express) => {
      const app = express()
      const route = app.route('/x')
      route.get((_req, _res, next) => {
        route.post((_req, res) => res.send('post'))
        next()
      })
      return app.use((_req, res) => res.send('after'))
    },
    [request('POST', '/x'), get('/x'), request('POST', '/x')],
  ),
  scenario(
    'has its place from when it was made',
    (express) => {
      const app = express()
      const early = app.route('/x')
      app.get('/x', (_req, res) => res.send('late route'))
      early.get((_req, _res, next) => next())
      early.get((_req, res) => res.send('early route'))
      return app
    },
    [get('/x')],
  ),
  scenario(
    'with no handlers lets everything pass',
    (express) => {
      const app = express()
      app.route('/x')
      app.use((_req, res) => res.send('passed'))
      return app
    },
    [get('/x'), request('OPTIONS', '/x')],
  ),
  scenario(
    'has error handlers of its own',
    (express, probe) => {
      const app = express()
      app
        .route('/x/:kind')
        .all((req, _res, next) => {
          if (req.params.kind === 'throw') throw new Error('thrown')
          next(req.params.kind === 'ok' ? undefined : req.params.kind)
        })
        .all(
          onError((err, _req, _res, next) => {
            probe.seen('first handler', err)
            next(err)
          }),
        )
        .get((_req, res) => res.send('fine'))
        .all(
          onError((err, req, res, next) => {
            probe.seen('second handler', err)
            if (req.query.go) next()
            else res.send(`caught ${String(err)}`)
          }),
        )
        .all((_req, res) => res.send('after'))
      app.use(onError((err, _req, res, _next) => res.send(`outer ${String(err)}`)))
      return app
    },
    ['ok', 'throw', 'route', 'router', 'text', 'throw?go=1'].map((kind) => get(`/x/${kind}`)),
  ),
  scenario(
    'is dispatched by hand',
    (express, probe) => {
      const route = new express.Route('/hand')
      route.get((_req, res, next) => {
        res.setHeader('X-Hand', '1')
        next()
      })
      route.post((_req, res) => res.end('posted'))
      return listener((req, res) => {
        route.dispatch(req as never, res as never, (err) => {
          probe.seen('done', err)
          res.end('done')
        })
      })
    },
    [get('/x'), head('/x'), request('POST', '/x'), request('PUT', '/x')],
  ),
  scenario(
    'is left at once when it is dispatched without handlers',
    (express, probe) => {
      const route = new express.Route('/hand')
      return listener((req, res) => {
        route.dispatch(req as never, res as never, (...args: unknown[]) => {
          probe.seen('done', args)
          res.end('done')
        })
      })
    },
    [get('/x'), request('OPTIONS', '/x')],
  ),
  ...[1, 2, 3].map((handlers) =>
    scenario(
      `calls back with as many arguments: ${handlers} handlers`,
      (express, probe) => {
        const route = new express.Route('/hand')
        for (let at = 1; at < handlers; at++) route.get((_req, _res, next) => next())
        route.get((req, _res, next) => {
          const [, kind] = req.url.split('/')
          if (kind === 'end') next()
          else next(kind)
        })
        return listener((req, res) => {
          route.dispatch(req as never, res as never, (...args: unknown[]) => {
            probe.seen('done', args)
            res.end(`${args.length} ${String(args[0])}`)
          })
        })
      },
      [get('/route'), get('/router'), get('/end'), get('/error'), request('POST', '/end')],
    ),
  ),
)
