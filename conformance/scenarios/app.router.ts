import type { Layer } from '../harness/express.ts'
import { get } from '../harness/request.ts'
import { familySince4, probes, scenario } from '../harness/scenario.ts'

function show(layer: Layer): unknown {
  return {
    name: layer.name,
    handle: layer.handle,
    keys: layer.keys,
    path: layer.path,
    params: layer.params,
    method: layer.method,
    route: layer.route && {
      path: layer.route.path,
      methods: layer.route.methods,
      stack: layer.route.stack.map(show),
    },
    inner: layer.handle.stack?.map(show),
  }
}

export default familySince4(
  'app.router and router.stack',
  probes('show', {
    'a lazy router': (express, probe) => {
      const app = express()
      const descriptor = Object.getOwnPropertyDescriptor(app, 'router')
      probe.seen(
        'descriptor',
        typeof descriptor?.get,
        descriptor?.enumerable,
        descriptor?.configurable,
      )
      probe.seen(
        'same',
        app.router === Reflect.get(app, 'router'),
        typeof app.router,
        app.router.stack,
      )
      probe.seen('_router', Reflect.get(app, '_router'))
      probe.attempt('assign', () => {
        Reflect.set(app, 'router', 1)
        return typeof app.router
      })
    },
    'layers of every kind': (express, probe) => {
      const app = express()
      app.use(function logger(_req, _res, next) {
        next()
      })
      app.use((_req, _res, next) => next())
      app.use('/path', function mounted(_req, _res, next) {
        next()
      })
      app.get(
        '/get/:id',
        function one() {},
        function two() {},
      )
      app.all('/all', () => {})
      app.use(
        '/router',
        express.Router().get('/inner', function inner() {}),
      )
      app.use(
        '/app',
        express().get('/inner', function inner() {}),
      )
      app.use(['/a', /b/], function listed() {})
      app
        .route('/r')
        .post(function posted() {})
        .all(function every() {})
      app.use(function failure(_err, _req, _res, _next) {} as (
        a: unknown,
        b: unknown,
        c: unknown,
        d: unknown,
      ) => void)
      for (const layer of app.router.stack) probe.seen('layer', show(layer))
    },
    'layers that match by hand': (express, probe) => {
      const router = express.Router()
      router.get('/x/:id', () => {})
      router.use('/m', () => {})
      router.get(/^\/re(\d)/, () => {})
      router.use(() => {})
      for (const layer of router.stack) {
        for (const path of ['/x/1', '/x/1/', '/m', '/m/x', '/re1', '/', '/none', '/x/%zz']) {
          probe.attempt(`match ${path}`, () => layer.match?.(path))
          probe.seen('after', layer.path, layer.params)
        }
      }
    },
  }),
  scenario(
    'may be spliced, reordered and wrapped while it serves',
    (express, probe) => {
      const app = express()
      app.get('/change', (_req, res) => {
        const { stack } = app.router
        const [first] = stack.splice(1, 1)
        if (first) stack.push(first)
        const second = stack[1]
        if (second?.route?.stack[0]) {
          const { handle } = second.route.stack[0]
          second.route.stack[0].handle = (req, out, next) => {
            probe.seen('wrapped', req.url)
            return handle(req, out, next)
          }
        }
        res.send('changed')
      })
      app.get('/x', (_req, res) => res.send('first'))
      app.get('/x', (_req, res) => res.send('second'))
      app.get('/added', (_req, res) => {
        app.router.stack.pop()
        res.send('popped')
      })
      app.use((_req, res) => res.send('last'))
      return app
    },
    ['/x', '/change', '/x', '/none', '/added', '/none', '/x'].map((path) => get(path)),
  ),
  scenario(
    'takes routes that are added while a request runs',
    (express) => {
      const app = express()
      app.use((_req, _res, next) => {
        app.get('/grown', (_r, out) => out.send(`grown ${app.router.stack.length}`))
        next()
      })
      return app
    },
    [get('/grown'), get('/grown')],
  ),
  scenario(
    'may be emptied',
    (express) => {
      const app = express()
      app.get('/x', (_req, res) => res.send('x'))
      app.router.stack.length = 0
      app.get('/y', (_req, res) => res.send('y'))
      return app
    },
    [get('/x'), get('/y')],
  ),
  scenario(
    'may be filled from another router',
    (express) => {
      const app = express()
      const other = express.Router()
      other.get('/o', (_req, res) => res.send('o'))
      other.use('/m', (req, res) => res.send(`m ${req.url}`))
      app.router.stack.push(...other.stack)
      app.router.stack = [...app.router.stack].reverse()
      return app
    },
    [get('/o'), get('/m/x')],
  ),
  scenario(
    'may have the routes of a route replaced',
    (express) => {
      const app = express()
      app.get('/x', (_req, res) => res.send('old'))
      app.get('/flip', (_req, res) => {
        const route = app.router.stack[0]?.route
        if (route) {
          route.stack.length = 0
          route.post((_r, out) => out.send('new post'))
          route.methods.get = false
        }
        res.send('flipped')
      })
      return app
    },
    [get('/x'), get('/flip'), get('/x')],
  ),
)
