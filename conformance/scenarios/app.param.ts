import { onError } from '../harness/express.ts'
import { get, head } from '../harness/request.ts'
import { family, probes, scenario, scenarioSince4 } from '../harness/scenario.ts'

export default family(
  'app.param and router.param',
  probes('is told', {
    'odd arguments': (express, probe) => {
      const odd: readonly (readonly unknown[])[] = [
        [],
        ['id'],
        ['id', null],
        ['id', 'x'],
        ['id', {}],
        [undefined, () => {}],
        [null, () => {}],
        ['', () => {}],
        [5, () => {}],
        [() => {}],
        [['a', 'b'], () => {}],
        [[], () => {}],
        [['a', 5], () => {}],
        [':id', () => {}],
        ['id', () => {}, () => {}],
        [['a', ['b']], () => {}],
      ]
      for (const [index, args] of odd.entries()) {
        const app = express()
        const router = express.Router()
        const give = args as [unknown, never]
        // Through an application 4.x gives its notice of the colon once in a process, whoever asks first.
        if (args[0] !== ':id') probe.attempt(`${index} app`, () => app.param(...give) === app)
        probe.attempt(`${index} router`, () => router.param(...give) === router)
        probe.seen('params', Reflect.get(router, 'params'))
      }
    },
  }),
  scenario(
    'runs before the handlers, with value and name',
    (express, probe) => {
      const app = express()
      app.param('id', (...args) => {
        const [req, res, next, value, name] = args
        probe.seen('param', args.length, value, name, req.params, req.res === res)
        next()
      })
      app.param('id', (req, _res, next, value) => {
        probe.seen('second', value)
        req.params.id = `changed ${value}`
        next()
      })
      app.use('/u/:id', (req, _res, next) => {
        probe.seen('use', req.params)
        next()
      })
      app.get('/u/:id', (req, res) => {
        probe.seen('route', req.params)
        res.send(req.params.id as string)
      })
      return app
    },
    [get('/u/5'), get('/u/a%20b'), get('/u/5/more'), get('/none')],
  ),
  scenario(
    'takes several names and keeps the order of the path',
    (express, probe) => {
      const app = express()
      app.param(['b', 'a', 'c'], (_req, _res, next, value, name) => {
        probe.seen('param', name, value)
        next()
      })
      app.param('a', (_req, _res, next, value, name) => {
        probe.seen('more', name, value)
        next()
      })
      app.get('/:a/:b', (req, res) => res.json(req.params))
      app.get('/:c/:b/:a', (req, res) => res.json(req.params))
      return app
    },
    [get('/1/2'), get('/1/2/3')],
  ),
  scenario(
    'runs once per request for the same value, again for another',
    (express, probe) => {
      const app = express()
      let calls = 0
      app.param('id', (_req, _res, next, value) => {
        calls += 1
        probe.seen('param', value, calls)
        next()
      })
      app.use('/:id', (_req, _res, next) => next())
      app.get('/:id/x', (_req, _res, next) => next())
      app.get('/:other/:id', (_req, _res, next) => next())
      app.get('/:id/*rest', (req, res) => {
        probe.seen('end', req.params)
        res.end()
      })
      return app
    },
    [get('/1/x'), get('/1/1'), get('/x/x'), get('/2/y/z')],
  ),
  scenario(
    'remembers a failure for the same value',
    (express, probe) => {
      const app = express()
      app.param('id', (_req, _res, next, value) => {
        probe.seen('param', value)
        next(value === 'route' ? 'route' : new Error(`bad ${value}`))
      })
      app.get('/:id', (_req, res) => res.send('first'))
      app.use(
        onError((err, _req, _res, next) => {
          probe.seen('handler', err)
          next()
        }),
      )
      app.get('/:id', (_req, res) => res.send('second'))
      app.get('/:other', (_req, res) => res.send('other'))
      return app
    },
    [get('/route'), get('/x'), get('/router')],
  ),
  scenario(
    'may change the value for the handlers to come',
    (express, probe) => {
      const app = express()
      app.param('user', (req, _res, next, value) => {
        probe.seen('param', value)
        req.params.user = { name: value }
        next()
      })
      app.get('/:user', (req, _res, next) => {
        probe.seen('first', req.params)
        next()
      })
      app.get('/:user', (req, res) => {
        probe.seen('second', req.params)
        res.end()
      })
      return app
    },
    [get('/tj')],
  ),
  scenario(
    'fails in every way',
    (express, probe) => {
      const app = express()
      app.param('how', (_req, res, next, value) => {
        if (value === 'throw') throw new Error('thrown')
        if (value === 'next') return next(new Error('passed'))
        if (value === 'router') return next('router')
        if (value === 'answer') return res.send('from param')
        if (value === 'later') return setTimeout(() => next(), 2)
        if (value === 'async') return Promise.resolve().then(() => next())
        return next()
      })
      app.get('/:how', (_req, res) => res.send('route'))
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('caught', err)
          res.status(500).send('caught')
        }),
      )
      return app
    },
    ['throw', 'next', 'router', 'answer', 'later', 'async', 'plain'].map((how) => get(`/${how}`)),
  ),
  scenario(
    'fails by a rejection',
    (express, probe) => {
      const app = express()
      app.param('how', (_req, _res, _next, value) =>
        Promise.reject(value === 'nothing' ? undefined : new Error('rejected')),
      )
      app.get('/:how', (_req, res) => res.send('route'))
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('caught', err)
          res.status(500).send('caught')
        }),
      )
      return app
    },
    [get('/nothing'), get('/error')],
    { dialects: ['5.x'] },
  ),
  scenarioSince4(
    'belongs to its router alone',
    (express, probe) => {
      const app = express()
      const router = express.Router({ mergeParams: true })
      const sub = express()
      app.param('id', (_req, _res, next, value) => {
        probe.seen('app', value)
        next()
      })
      router.param('id', (_req, _res, next, value) => {
        probe.seen('router', value)
        next()
      })
      router.param('own', (_req, _res, next, value) => {
        probe.seen('router own', value)
        next()
      })
      sub.param('id', (_req, _res, next, value) => {
        probe.seen('sub', value)
        next()
      })
      router.get('/r/:own', (_req, _res, next) => next())
      router.get('/q/:id', (_req, _res, next) => next())
      sub.get('/:id', (_req, _res, next) => next())
      app.use('/:id', router)
      app.use('/:id', sub)
      return app.use((_req, res) => res.send('end'))
    },
    [get('/1/r/2'), get('/1/q/1'), get('/1/2'), get('/1')],
  ),
  scenario(
    'skips optional params that are not there, and hears of splats',
    (express, probe) => {
      const app = express()
      for (const name of ['opt', 'rest', '0', 'named']) {
        app.param(name, (_req, _res, next, value, heard) => {
          probe.seen('param', heard, value)
          next()
        })
      }
      app.get('/o{/:opt}', (req, res) => res.json(req.params))
      app.get('/s/*rest', (req, res) => res.json(req.params))
      app.get(/^\/r\/(\d+)$/, (req, res) => res.json(req.params))
      app.get(/^\/n\/(?<named>\w+)$/, (req, res) => res.json(req.params))
      probe.attempt('zero', () => app.get('/zero/:0', (req, res) => res.json(req.params)) === app)
      return app
    },
    ['/o', '/o/1', '/s/a/b', '/s/', '/r/12', '/n/x', '/zero/1', '/s/a%2Fb/c'].map((path) =>
      get(path),
    ),
  ),
  scenario(
    'skips params that are optional by a question mark',
    (express, probe) => {
      const app = express()
      app.param('id', (_req, _res, next, value) => {
        probe.seen('param', value)
        next()
      })
      return app.get('/user/:id?', (req, res) => res.json(req.params))
    },
    [get('/user'), get('/user/1')],
    { dialects: ['4.x', '3.x'] },
  ),
  scenario(
    'runs for HEAD before a route that has no handler for it',
    (express, probe) => {
      const app = express()
      app.param('id', (req, _res, next, value) => {
        probe.seen('param', req.method, value)
        next()
      })
      return app.post('/:id', (_req, res) => res.end())
    },
    [head('/7'), get('/7')],
  ),
  scenario(
    'leaves a route for one value, and is asked again for another',
    (express, probe) => {
      const app = express()
      app.param('id', (_req, _res, next, value) => {
        probe.seen('param', value)
        next(value === '1' ? 'route' : undefined)
      })
      app.get('/:id/:other', (_req, res) => res.send('first'))
      return app.get('/:other/:id', (req, res) => res.json(req.params))
    },
    [get('/1/2'), get('/2/1'), get('/1/1')],
  ),
  scenarioSince4(
    'does not fail before an error handler on a path with the param',
    (express, probe) => {
      const app = express()
      app.use(() => {
        throw new Error('first')
      })
      app.param('id', (_req, _res, next) => next(new Error('second')))
      return app.use(
        '/:id',
        onError((err, req, res, _next) => {
          probe.seen('caught', err, req.params)
          res.end()
        }),
      )
    },
    [get('/1')],
  ),
  scenario(
    'is called by next only once',
    (express, probe) => {
      const app = express()
      app.param('id', (_req, _res, next) => {
        next()
        probe.seen('after next', true)
        next()
      })
      app.get('/:id', (_req, res) => {
        probe.seen('route', res.headersSent)
        if (!res.headersSent) res.send('x')
      })
      return app
    },
    [get('/1')],
  ),
  scenario(
    'hears names like those of Object.prototype',
    (express, probe) => {
      const app = express()
      for (const name of ['constructor', 'toString', '__proto__']) {
        app.get(`/${name}/:${name}`, (req, res) => {
          probe.seen('params', Object.entries(req.params))
          res.end()
        })
        app.param(name, (_req, _res, next, value, heard) => {
          probe.seen('param', heard, value)
          next()
        })
      }
      app.get('/u/:valueOf/:hasOwnProperty', (req, res) => {
        probe.seen('params', Object.entries(req.params))
        res.end()
      })
      return app
    },
    [get('/constructor/a'), get('/toString/b'), get('/__proto__/c'), get('/u/d/e')],
  ),
)
