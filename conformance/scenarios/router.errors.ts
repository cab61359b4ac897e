import { type ErrorHandler, onError } from '../harness/express.ts'
import { get, head } from '../harness/request.ts'
import { family, scenario, scenarioSince4 } from '../harness/scenario.ts'

export default family(
  'error handlers',
  scenario(
    'are found by their four parameters',
    (express, probe) => {
      const app = express()
      app.get('/', () => {
        throw new Error('x')
      })
      app.use((_a, _b, next) => {
        probe.seen('three', true)
        next()
      })
      const five = (
        _a: unknown,
        _b: unknown,
        _c: unknown,
        next: (e: unknown) => void,
        _e: unknown,
      ) => {
        probe.seen('five', true)
        next('five')
      }
      app.use(five)
      app.use((...args: unknown[]) => {
        probe.seen('rest', args.length)
        ;(args.at(-1) as (e?: unknown) => void)()
      })
      const withDefault = (_a: unknown, _b: unknown, next: () => void, extra = 'default') => {
        probe.seen('default', extra)
        next()
      }
      app.use(withDefault)
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('four', err)
          res.send('caught')
        }),
      )
      return app
    },
    [get('/'), get('/ok')],
  ),
  scenario(
    'are skipped without an error, and handlers with one',
    (express, probe) => {
      const app = express()
      const handler = (label: string): ErrorHandler =>
        onError((err, _req, _res, next) => {
          probe.seen(label, err)
          next(err)
        })
      app.use(handler('early'))
      app.get(
        '/x',
        handler('in route'),
        (_req, _res, next) => next(new Error('x')),
        handler('after'),
      )
      app.post('/x', handler('post'))
      app.use('/x', handler('mounted'))
      app.use('/y', handler('elsewhere'))
      app.use((_req, res) => res.send('fine'))
      app.use(handler('end'))
      return app
    },
    [get('/x'), get('/y')],
  ),
  scenario(
    'may recover, fail again and replace the error',
    (express, probe) => {
      const app = express()
      app.get('/:how', () => {
        throw new Error('original')
      })
      app.use(
        onError((err, req, _res, next) => {
          probe.seen('first', err, req.params, req.url)
          if (req.url === '/recover') return next()
          if (req.url === '/replace') return next(new Error('replaced'))
          if (req.url === '/throw') throw new Error('thrown again')
          if (req.url === '/route') return next('route')
          if (req.url === '/router') return next('router')
          return next(err)
        }),
      )
      app.use((_req, res) => res.send('recovered'))
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('second', err)
          res.status(500).send(`second ${String(err)}`)
        }),
      )
      return app
    },
    ['recover', 'replace', 'throw', 'route', 'router', 'pass'].map((how) => get(`/${how}`)),
  ),
  scenario(
    'may fail again by a rejection',
    (express, probe) => {
      const app = express()
      app.get('/', () => {
        throw new Error('original')
      })
      app.use(onError(() => Promise.reject(new Error('rejected again'))))
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('second', err)
          res.status(500).send(`second ${String(err)}`)
        }),
      )
      return app
    },
    [get('/')],
    { dialects: ['5.x'] },
  ),
  scenarioSince4(
    'see the url of their own place',
    (express, probe) => {
      const app = express()
      const watch = (label: string): ErrorHandler =>
        onError((err, req, _res, next) => {
          probe.seen(label, req.url, req.baseUrl, req.originalUrl, req.params, req.route?.path)
          next(err)
        })
      const router = express.Router({ mergeParams: true })
      router.get('/leaf/:leaf', () => {
        throw new Error('leaf')
      })
      router.use('/leaf', watch('in router mounted'))
      router.use(watch('in router'))
      app.use('/m/:id', router, watch('beside router'))
      app.use('/m', watch('parent mount'))
      app.use(watch('top'))
      return app
    },
    [get('/m/1/leaf/2?q=3')],
  ),
  scenarioSince4(
    'in routers, routes and arrays',
    (express, probe) => {
      const app = express()
      const caught = (label: string): ErrorHandler =>
        onError((err, _req, res, next) => {
          probe.seen(label, err)
          if (label.startsWith('stop')) res.send(label)
          else next(err)
        })
      const fail = () => {
        throw new Error('x')
      }
      app.get('/array', [fail, caught('a'), [caught('b'), caught('stop array')]])
      app.use('/uses', [fail], [caught('u'), caught('stop uses')])
      app.use('/router', express.Router().use(fail).use(caught('r')), caught('stop router'))
      app.use('/sub', express().use(fail).use(caught('s')), caught('stop sub'))
      app.all('/all', fail)
      app.all('/all', caught('stop all'))
      app.use(caught('stop end'))
      return app
    },
    [...['array', 'uses', 'router', 'sub', 'all'].map((name) => get(`/${name}`)), head('/array')],
  ),
  scenario(
    'are not reached by next twice with an error',
    (express, probe) => {
      const app = express()
      app.get('/', (_req, _res, next) => {
        next(new Error('one'))
        next(new Error('two'))
      })
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('caught', err, res.headersSent)
          if (!res.headersSent) res.send('once')
        }),
      )
      return app
    },
    [get('/')],
  ),
)
