import { get, head, post, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, onParam3, probes3, scenario3, type V3Handler } from '../harness/v3.ts'

function tell(label: string) {
  return (_req: unknown, res: { write(text: string): void }, next: () => void) => {
    res.write(`${label} `)
    next()
  }
}

function nameOfFailure(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    return (error as Error).name
  }
}

export default family(
  '3.x app.routes, app.router and app.param',
  probes3('app.routes', {
    'lists routes by method': (express, probe) => {
      const app = express()
      probe.seen('empty', app.routes)
      app.get(
        '/one/:id?',
        function first() {},
        function second() {},
      )
      app.get('/two', () => {})
      app.post(/x/, () => {})
      app.del('/one', () => {})
      probe.seen('methods', Object.keys(app.routes))
      for (const routes of Object.values(app.routes)) {
        for (const route of routes) {
          const { path, method, callbacks, keys, regexp } = route
          probe.seen('route', path, method, callbacks, keys, regexp, Object.keys(route))
        }
      }
      probe.seen('same', app.routes === app._router.map)
    },
    'has every method after all': (express, probe) => {
      const app = express()
      app.all('/x', () => {})
      const usual = ['get', 'post', 'put', 'delete', 'head', 'options', 'patch', 'all', 'del']
      probe.seen('methods', usual.map((name) => `${name} ${app.routes[name]?.length}`).join())
    },
    'matches by hand': (express, probe) => {
      const app = express()
      app.get('/a/:b', () => {})
      const [route] = app.routes.get ?? []
      probe.seen('before', route?.params)
      probe.seen('match', route?.match('/a/x'), route?.params)
      probe.seen('no match', route?.match('/b'), route?.params)
    },
  }),
  scenario3(
    'app.routes is live',
    (express) => {
      const app = express()
      app.get('/', (_req, res) => res.send('first'))
      app.get('/', (_req, res) => res.send('second'))
      app.post('/remove', (_req, res) => {
        app.routes.get?.splice(0, 1)
        res.send('removed')
      })
      app.post('/clear', (_req, res) => {
        delete app.routes.get
        res.send('cleared')
      })
      app.post('/again', (_req, res) => {
        app.get('/', (_q, r) => r.send('again'))
        res.send('added')
      })
      app.post('/reverse', (_req, res) => {
        app.routes.get?.reverse()
        res.send('reversed')
      })
      app.post('/insert', (_req, res) => {
        const handler: V3Handler = (_req, res) => res.send('inserted')
        app.routes.get?.unshift(new express.Route('get', '/', [handler]))
        res.send('inserted')
      })
      app.post('/change', (_req, res) => {
        app.routes.get?.[0]?.callbacks.splice(0, 1, (_q: unknown, r: { end(t: string): void }) => {
          r.end('changed')
        })
        res.send('changed')
      })
      return app
    },
    [
      get('/'),
      post('/reverse'),
      get('/'),
      post('/reverse'),
      post('/insert'),
      get('/'),
      post('/remove'),
      post('/remove'),
      get('/'),
      head('/'),
      post('/change'),
      get('/'),
      post('/clear'),
      get('/'),
      request('OPTIONS', '/'),
      post('/again'),
      get('/'),
    ],
  ),
  scenario3(
    'app.router is placed by the first route',
    (express, probe) => {
      const app = express()
      app.use(tell('before'))
      probe.seen('before', app._usedRouter, app.stack.length)
      app.get('/', (_req, res) => res.end('route'))
      probe.seen('after', app._usedRouter, app.stack.length)
      app.use((_req, res) => res.end('after'))
      app.get('/late', (_req, res) => res.end('late'))
      probe.seen('stack', app.stack)
      return app
    },
    [get('/'), get('/late'), get('/other')],
  ),
  scenario3(
    'app.router is not placed by routes after it was read',
    (express, probe) => {
      const app = express()
      app.get('title')
      probe.seen('after a setting', app._usedRouter, app.stack.length)
      const { router } = app
      probe.seen('router', router, router === app.router, router === app._router.middleware)
      probe.seen('after the router', app._usedRouter, app.stack.length)
      app.get('/', (_req, res) => res.send('home'))
      app.use('/place', (_req, res) => {
        app.use(app.router)
        res.send('placed')
      })
      return app
    },
    [get('/'), get('/place'), get('/')],
  ),
  scenario3(
    'app.router is placed by hand, after middleware',
    (express, probe) => {
      const app = express()
      probe.seen('before', app._usedRouter)
      app.use(tell('one'))
      app.use(app.router)
      probe.seen('after', app._usedRouter)
      app.use(tell('two'))
      app.get('/', (_req, res) => res.end('route'))
      app.get('/next', (_req, _res, next) => next())
      app.use((_req, res) => res.end('end'))
      return app
    },
    [get('/'), get('/next'), get('/other')],
  ),
  scenario3(
    'app.router can be mounted on a path and used twice',
    (express) => {
      const app = express()
      app.use('/api', app.router)
      app.use('/other', app.router)
      app.get('/x', (req, res) => res.send([req.url, req.originalUrl, req.route.path].join()))
      return app
    },
    [get('/api/x'), get('/other/x?q'), get('/x')],
  ),
  scenario3(
    'app.router reads the settings when it is read',
    (express) => {
      const app = express()
      app.get('/early', (_req, res) => res.send('early'))
      app.enable('case sensitive routing').enable('strict routing')
      app.get('/between', (_req, res) => res.send('between'))
      app.use(app.router)
      app.get('/Late', (_req, res) => res.send('late'))
      return app
    },
    ['/EARLY/', '/early', '/BETWEEN/', '/between', '/Late', '/late', '/Late/'].map((p) => get(p)),
  ),
  scenario3(
    'app.del, app.all and the methods',
    (express, probe) => {
      const app = express()
      probe.seen('del', app.del('/x', (_req, res) => res.send('deleted')) === app)
      probe.seen('all', app.all('/all', (req, res) => res.send(req.method)) === app)
      probe.seen('get', app.get('/x', (_req, res) => res.send('got')) === app)
      for (const name of ['get', 'post', 'put', 'delete', 'patch', 'options', 'head'] as const) {
        const chains = app[name](`/${name}`, (req, res) => res.end(`${name} of ${req.method}`))
        probe.seen(name, chains === app)
      }
      probe.seen('routes', app.routes.delete?.length, app.routes.propfind?.length)
      Reflect.get(app, 'm-search').call(app, '/x', (_req: unknown, res: { end(t: string): void }) =>
        res.end('searched'),
      )
      return app
    },
    [
      ...['DELETE', 'GET', 'HEAD', 'M-SEARCH', 'POST', 'OPTIONS'].map((m) => request(m, '/x')),
      ...['get', 'post', 'put', 'delete', 'patch', 'options', 'head'].flatMap((name) =>
        [name.toUpperCase(), name === 'post' ? 'PUT' : 'POST'].map((m) => request(m, `/${name}`)),
      ),
      ...['DELETE', 'GET', 'HEAD', 'PROPFIND', 'POST', 'OPTIONS', 'TRACE', 'PURGE'].map((method) =>
        request(method, '/all'),
      ),
    ],
  ),
  probes3('app methods', {
    'refuse what is no callback': (express, probe) => {
      const app = express()
      probe.attempt('nothing', () => app.post())
      probe.attempt('a path', () => app.post('/x') === app)
      probe.attempt('null', () => app.post('/x', null))
      probe.attempt('text', () => app.post('/x', 'text'))
      probe.attempt('a list with text', () => app.post('/x', [() => {}, ['text']]))
      probe.attempt('an object', () => app.all('/x', {}))
      probe.attempt('no path', () => app.post('', () => {}))
      for (const path of [() => {}, 5, {}, true]) {
        probe.seen(
          'other path',
          nameOfFailure(() => app.post(path, () => {})),
        )
      }
      probe.attempt('del', () => app.del('/x', 5))
      probe.attempt('get of a setting', () => app.get('env'))
      probe.attempt('get of a path', () => app.get('/x'))
      probe.attempt('get with undefined', () => app.get('/x', undefined))
    },
  }),
  scenario3(
    'app.param takes a name and a function',
    (express, probe) => {
      const app = express()
      const see = (label: string) =>
        onParam3((req, _res, next, value, name) => {
          probe.seen(label, value, name, req.params)
          next(value === 'bad' ? new Error('bad') : value === 'skip' ? 'route' : undefined)
        })
      probe.seen('chains', app.param('id', see('id')) === app)
      app.param('id', see('id again'))
      app.param(':colon', see('colon'))
      app.param(['a', 'b'], see('list'))
      app.get('/id/:id', (req, res) => res.send(String(req.params.id)))
      app.get('/id/:id', (_req, res) => res.send('second route'))
      app.get('/two/:id/:id', (req, res) => res.send(String(req.params.id)))
      app.get('/colon/:colon', (_req, res) => res.send('colon'))
      app.get('/list/:b/:a', (_req, res) => res.send('list'))
      app.get('/optional/:id?', (_req, res) => res.send('optional'))
      app.get('/star/*', (_req, res) => res.send('star'))
      return app
    },
    [
      '/id/1',
      '/id/bad',
      '/id/skip',
      '/two/1/2',
      '/colon/x',
      '/list/1/2',
      '/optional',
      '/optional/5',
      '/star/x',
      '/id/%20x',
    ].map((path) => get(path)),
  ),
  scenario3(
    'app.param takes several functions, also after the routes',
    (express, probe) => {
      const app = express()
      const see = (label: string) =>
        onParam3((req, _res, next, value) => {
          probe.seen(label, value)
          req.params.id = `${value}!`
          next()
        })
      app.get('/:id', (req, res) => res.send(String(req.params.id)))
      app.param('id', see('first'), see('second'))
      app.param('id', see('third'))
      return app
    },
    [get('/1')],
  ),
  scenario3(
    'app.param hands errors to the error handlers of the route',
    (express, probe) => {
      const app = express()
      app.param(
        'id',
        onParam3((_req, _res, next, value) => {
          if (value === 'throw') throw new Error('thrown')
          next(new Error('passed'))
        }),
      )
      app.get(
        '/:id',
        () => probe.seen('never'),
        onError3((err, _req, res, _next) => res.send(`caught ${err.message}`)),
      )
      return app
    },
    [get('/throw'), get('/next')],
  ),
  scenario3(
    'app.param takes a function that adapts others',
    (express, probe) => {
      const app = express()
      probe.attempt('param(fn)', () => {
        return (
          app.param((name: string, given: unknown) => {
            probe.seen('adapts', name, given)
            if (!(given instanceof RegExp)) return undefined
            return onParam3((req, _res, next, value) => {
              const captures = given.exec(String(value))
              if (!captures) return next('route')
              Reflect.set(req.params, name, captures)
              next()
            })
          }) === app
        )
      })
      app.param(
        'plain',
        onParam3((_req, _res, next, value) => {
          probe.seen('plain', value)
          next()
        }),
      )
      app.get('/plain/:plain', (_req, res) => res.send('plain'))
      app.param('id', /^(\d)(\d)?$/)
      app.param('range', /^(\w+)\.\.(\w+)$/)
      probe.attempt('text', () => app.param('other', 'text'))
      probe.attempt('nothing', () => app.param('nothing'))
      probe.attempt('a list', () => app.param(['id', 'range'], 5))
      app.get('/id/:id', (req, res) => res.json(req.params.id as object))
      app.get('/range/:range', (req, res) => res.json(req.params.range as object))
      app.get('/id/*', (_req, res) => res.send('no number'))
      return app
    },
    ['/id/1', '/id/12', '/id/x', '/range/a..b', '/range/a', '/plain/p'].map((path) => get(path)),
  ),
  scenario3(
    'app.param runs again for each route that matches',
    (express, probe) => {
      const app = express()
      app.param(
        'id',
        onParam3((_req, _res, next, value) => {
          probe.seen('param', value)
          setImmediate(next)
        }),
      )
      app.param('boom', () => {
        throw new Error('thrown in param')
      })
      app.get('/:id', (_req, _res, next) => next())
      app.get(
        '/:id',
        (_req, _res, next) => next('route'),
        () => probe.seen('never'),
      )
      app.get('/:id', (_req, res) => res.send('third'))
      app.get('/x/:boom', (_req, res) => res.send('never'))
      return app
    },
    [get('/1'), get('/x/1')],
  ),
)
