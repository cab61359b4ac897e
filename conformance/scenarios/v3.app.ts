import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { get, head, post, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, onParam3, probes3, scenario3, type V3App, type V3Req } from '../harness/v3.ts'

const views = fileURLToPath(new URL('../fixtures/views', import.meta.url))

const settings = [
  'env',
  'etag',
  'trust proxy',
  'trust proxy fn',
  'subdomain offset',
  'query parser',
  'query parser fn',
  'jsonp callback name',
  'json spaces',
  'json replacer',
  'view cache',
  'view engine',
  'x-powered-by',
  'case sensitive routing',
  'strict routing',
]

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
  '3.x applications',
  probes3('webapp', {
    'has its members': (express, probe) => {
      for (const name of [
        'application',
        'request',
        'response',
        'Route',
        'Router',
        'createServer',
      ]) {
        probe.seen(name, typeof Reflect.get(express, name))
      }
      for (const name of ['bodyParser', 'logger', 'static', 'errorHandler', 'basicAuth', 'query']) {
        probe.seen(name, Reflect.get(express, name))
      }
      probe.seen('mime', express.mime === express.static.mime)
    },
    'has a table of media types': (express, probe) => {
      for (const name of ['html', '.js', 'a/b.css', 'x.unknown', '', 'json', 'txt', 'png', 'ts']) {
        probe.attempt(name, () => express.mime.lookup(name))
      }
    },
    'has newer names for some media types': (express, probe) => {
      for (const name of ['md', 'woff', 'rtf']) probe.attempt(name, () => express.mime.lookup(name))
    },
    'makes applications by createServer': (express, probe) => {
      probe.attempt('app', () => express.createServer())
      probe.attempt('with middleware', () => express.createServer(tell('x')).stack.length)
      probe.seen('class', Object.keys(express.createServer()).includes('handle'))
    },
    'gives each application its own tables': (express, probe) => {
      const [one, other] = [express(), express()]
      for (const name of ['stack', 'settings', 'engines', 'cache', 'locals', 'routes'] as const) {
        probe.seen(name, one[name] === other[name])
      }
      probe.seen('router', one.router === other.router)
      probe.seen('request', one.request === other.request)
    },
    'is a function with the members of an emitter': (express, probe) => {
      const app = express()
      probe.seen('app', typeof app, app.length)
      probe.seen('path', app.path(), app.route)
      app.once('custom', (value) => probe.seen('heard', value))
      app.emit('custom', 5)
    },
  }),
  ...['development', 'production', 'test', 'staging', ''].map((env) =>
    probes3(
      `settings in ${env || 'no environment'}`,
      {
        'have their defaults': (express, probe) => {
          const app = express()
          for (const name of settings) probe.attempt(name, () => app.get(name))
          probe.seen('views', String(app.get('views')) === `${process.cwd()}/views`)
          probe.seen('names', Object.keys(app.settings))
        },
      },
      { env },
    ),
  ),
  probes3('settings', {
    'can be set, read and switched': (express, probe) => {
      const app = express()
      probe.seen('set chains', app.set('a', 1) === app, app.get('a'), app.set('a'))
      probe.seen('undefined', app.set('a', undefined) === app, app.get('a'))
      probe.seen('enable', app.enable('b') === app, app.enabled('b'), app.disabled('b'))
      probe.seen('disable', app.disable('b') === app, app.enabled('b'), app.disabled('b'))
      probe.seen('unknown', app.enabled('none'), app.disabled('none'), app.get('none'))
      probe.seen('truthy', app.set('t', 'x').enabled('t'), app.set('z', 0).disabled('z'))
    },
    'are no members of all objects': (express, probe) => {
      probe.attempt('hasOwnProperty', () => express().get('hasOwnProperty'))
    },
    'compile functions': (express, probe) => {
      const app = express()
      for (const value of [true, false, 'weak', 'strong', () => 'x']) {
        probe.attempt(`etag ${String(value)}`, () => {
          app.set('etag', value)
          return [app.get('etag'), typeof app.get('etag fn')]
        })
      }
      for (const value of [true, false, 1, 'loopback', ['10.0.0.0/8'], () => true]) {
        probe.attempt(`trust proxy ${String(value)}`, () => {
          app.set('trust proxy', value)
          return [app.get('trust proxy'), typeof app.get('trust proxy fn')]
        })
      }
      probe.attempt('wrong etag', () => app.set('etag', 'other'))
      probe.attempt('wrong proxy', () => app.set('trust proxy', 'other'))
    },
  }),
  probes3('app.configure', {
    'runs for every environment': (express, probe) => {
      const app = express()
      probe.seen(
        'chains',
        app.configure(function (this: unknown) {
          probe.seen('this', this === app)
        }) === app,
      )
    },
    'runs for the named environments': (express, probe) => {
      const app = express()
      const run = (label: string) => () => probe.seen(label, 'ran')
      app.configure('development', run('development'))
      app.configure('production', run('production'))
      app.configure('test', 'development', run('one of two'))
      app.configure('test', 'production', run('none of two'))
      app.configure(['development', 'test'], run('list'))
      app.configure(['production'], run('other list'))
      app.configure('DEVELOPMENT', run('capitals'))
      app.configure('all', run('all'))
      app.configure('all', 'test', run('all and another'))
      app.configure('', run('empty'))
      app.configure(undefined, run('undefined'))
    },
    'follows the setting': (express, probe) => {
      const app = express()
      app.set('env', 'staging')
      app.configure('staging', () => probe.seen('staging'))
      app.configure('development', () => probe.seen('development'))
    },
    'fails without a function': (express, probe) => {
      const app = express()
      probe.attempt('nothing', () => app.configure())
      probe.attempt('an environment', () => app.configure('development'))
      probe.attempt('another environment', () => app.configure('production', 'text') === app)
    },
  }),
  scenario3(
    'app.configure sets middleware and routes up',
    (express) => {
      const app = express()
      app.configure(() => {
        app.use(tell('all'))
        app.use(app.router)
      })
      app.configure('production', () => {
        app.use(tell('production'))
      })
      app.configure('development', () => {
        app.use((_req, res) => res.end('development'))
      })
      app.get('/route', (_req, res) => res.end('route'))
      return app
    },
    [get('/'), get('/route')],
  ),
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
  probes3('app.locals', {
    'is a function that takes more': (express, probe) => {
      const app = express()
      probe.seen('locals', typeof app.locals, app.locals.length, Object.keys(app.locals))
      probe.seen('settings', app.locals.settings === app.settings)
      probe.attempt('call', () => app.locals({ a: 1, b: 2 }))
      probe.seen('members', app.locals.a, app.locals.b, Object.keys(app.locals))
      probe.attempt('nothing', () => app.locals())
      probe.attempt('null', () => app.locals(null))
      probe.attempt('text', () => app.locals('text'))
      probe.attempt('inherited', () => app.locals(Object.create({ up: 1 })))
      probe.seen('inherited', app.locals.up)
      app.locals.direct = 5
      probe.seen('direct', app.locals.direct)
    },
  }),
  scenario3(
    'res.locals is a function too',
    (express, probe) => {
      const app = express()
      app.use((_req, res, next) => {
        probe.seen('locals', typeof res.locals, Object.keys(res.locals))
        probe.attempt('call', () => res.locals({ a: 1 }))
        probe.seen('after', res.locals.a, Object.keys(res.locals))
        res.locals.b = 2
        next()
      })
      const sub = express()
      sub.use((_req, res) => {
        probe.seen('sub', res.locals.a, res.locals.b)
        res.json(Object.keys(res.locals))
      })
      app.use('/sub', sub)
      app.get('/', (_req, res) => res.json(Object.keys(res.locals)))
      return app
    },
    [get('/'), get('/sub'), get('/')],
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
    'app.use matches after a dot',
    (express, probe) => {
      const app = express()
      app.use('/docs', (req, _res, next) => {
        probe.seen('docs', req.url, req.originalUrl)
        next()
      })
      app.use('/Big/Path/', (req, _res, next) => {
        probe.seen('big', req.url)
        next()
      })
      app.use('', (req, _res, next) => {
        probe.seen('empty', req.url)
        next()
      })
      return app.use((req, res) => res.send(req.url))
    },
    [
      '/docs',
      '/docs/',
      '/docs?q=1',
      '/docs/x?q=1',
      '/docs.json',
      '/docs.a/b',
      '/docs-x',
      '/docsx',
      '/Big/Path/x',
      '/big//path',
      '//docs',
      '/docs//x',
      '/%64ocs',
      '*',
      'http://other.test/docs/x?y',
    ].map((path) => get(path)),
  ),
  scenario3(
    'app.use matches in any case of letters',
    (express, probe) => {
      const app = express()
      app.use('/Docs', (req, _res, next) => {
        probe.seen('docs', req.url, req.originalUrl)
        if (req.url === '/next') next()
        else req.res.end('docs')
      })
      return app.use((_req, res) => res.end('after'))
    },
    ['/docs/x', '/DOCS', '/Docs.x', '/docs/next', '/other'].map((path) => get(path)),
  ),
  scenario3(
    'app.use keeps the letters of the client',
    (express) => {
      const app = express()
      app.use('/Docs', (_req, _res, next) => next())
      return app.use((req, res) => res.send(req.url))
    },
    [get('/DOCS/x'), get('/docs')],
  ),
  scenario3(
    'app.use takes what handles requests',
    (express, probe) => {
      const app = express()
      app.use('/server', createServer((_req, res) => void res.end('by a server')) as never)
      const handling = {
        handle(req: V3Req, res: { end(text: string): void }) {
          probe.seen('handling', this === handling, req.url)
          res.end('by handle')
        },
      }
      app.use('/handle', handling)
      probe.seen('route', Reflect.get(handling, 'route'))
      const router = new express.Router()
      router.get('/', (_req, res) => res.send('by a router'))
      app.use('/router', router.middleware)
      probe.seen('chains', app.use(() => {}) === app)
      return app
    },
    ['/server', '/server/x', '/handle', '/handle/x', '/router', '/router/x'].map((p) => get(p)),
  ),
  probes3('app.use', {
    'takes odd arguments': (express, probe) => {
      const app = express()
      probe.attempt('nothing', () => app.use() === app)
      probe.attempt('a path', () => app.use('/x') === app)
      probe.attempt('null', () => app.use(null) === app)
      probe.attempt('a number', () => app.use(5) === app)
      probe.attempt('text', () => app.use('/x', 'text') === app)
      probe.attempt('a list', () => app.use([() => {}]) === app)
      probe.attempt('a regular expression', () => app.use(/x/) === app)
      probe.attempt('an object', () => app.use({}) === app)
      probe.seen('stack', app.stack.length)
    },
    'uses the first function only': (express, probe) => {
      const app = express()
      const before = app.stack.length
      app.use(
        '/x',
        () => {},
        () => {},
      )
      app.use(
        () => {},
        () => {},
      )
      probe.seen('added', app.stack.length - before)
    },
    'shows its stack': (express, probe) => {
      const app = express()
      app.use('/a/', function named() {})
      app.use('/', function root() {})
      app.use('b', function bare() {})
      for (const { route, handle } of app.stack) probe.seen('entry', route, handle.name)
    },
  }),
  scenario3(
    'app.stack is live',
    (express) => {
      const app = express()
      app.use('/remove', (_req, res) => {
        app.stack.splice(3, 1)
        res.end('removed')
      })
      app.use((_req, res) => res.end('first'))
      app.use((_req, res) => res.end('second'))
      app.use('/add', (_req, res) => res.end('never'))
      return app
    },
    [get('/'), get('/remove'), get('/'), get('/add')],
  ),
  scenario3(
    'error handlers have four parameters',
    (express, probe) => {
      const app = express()
      app.use('/fail', (_req, _res, next) => next(new Error('failed')))
      app.use('/throw', () => {
        throw new TypeError('thrown')
      })
      app.use('/zero', (_req, _res, next) => next(0))
      app.use('/text', (_req, _res, next) => next('text'))
      app.use((_req, res) => res.end('no error'))
      app.use(
        '/fail',
        onError3((err, req, _res, next) => {
          probe.seen('first', err, req.url)
          next(err)
        }),
      )
      app.use(((_err: unknown, _req: unknown, _res: unknown, next: () => void, _more: unknown) => {
        probe.seen('five')
        next()
      }) as never)
      app.use(
        onError3((err, _req, res, _next) => {
          probe.seen('last', err)
          res.end('handled')
        }),
      )
      return app
    },
    ['/', '/fail', '/fail/x', '/throw', '/zero', '/text'].map((path) => get(path)),
  ),
  scenario3(
    'app.del, app.all and the methods',
    (express, probe) => {
      const app = express()
      probe.seen('del', app.del('/x', (_req, res) => res.send('deleted')) === app)
      probe.seen('all', app.all('/all', (req, res) => res.send(req.method)) === app)
      probe.seen('get', app.get('/x', (_req, res) => res.send('got')) === app)
      Reflect.get(app, 'm-search').call(app, '/x', (_req: unknown, res: { end(t: string): void }) =>
        res.end('searched'),
      )
      return app
    },
    [
      ...['DELETE', 'GET', 'HEAD', 'M-SEARCH', 'POST', 'OPTIONS'].map((m) => request(m, '/x')),
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
    ['/id/1', '/id/12', '/id/x', '/range/a..b', '/range/a'].map((path) => get(path)),
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
  probes3('mounted applications', {
    'know where they are': (express, probe) => {
      const [app, blog, admin] = [express(), express(), express()]
      blog.on('mount', (parent) => probe.seen('mount', parent === app, blog.route, blog.path()))
      probe.seen('chains', app.use('/blog', blog) === app)
      blog.use('/admin/', admin)
      probe.seen('paths', app.path(), blog.path(), admin.path())
      probe.seen('routes', app.route, blog.route, admin.route)
      probe.seen('parents', app.parent, blog.parent === app, admin.parent === blog)
      const root = express()
      app.use(root)
      probe.seen('root', root.route, root.path())
    },
    'inherit settings, engines and prototypes': (express, probe) => {
      const [app, sub] = [express(), express()]
      app.set('own', 'of parent').enable('trust proxy')
      app.engine('x', () => {})
      sub.set('mine', 1)
      app.use(sub)
      app.set('later', 'yes')
      probe.seen(
        'settings',
        sub.get('own'),
        sub.get('later'),
        sub.get('trust proxy'),
        sub.get('mine'),
      )
      probe.seen('up', app.get('mine'))
      probe.seen('engines', Object.keys(sub.engines), '.x' in sub.engines)
      probe.seen('request', Object.getPrototypeOf(sub.request) === app.request)
      probe.seen('response', Object.getPrototypeOf(sub.response) === app.response)
      probe.seen('locals', sub.locals.settings === sub.settings)
    },
  }),
  scenario3(
    'mounted applications give the parent back',
    (express, probe) => {
      const [app, sub] = [express(), express()]
      Object.assign(app.request, { who: 'parent' })
      Object.assign(sub.request, { who: 'sub' })
      const see =
        (label: string, own: V3App) => (req: V3Req, res: { app: unknown }, next: () => void) => {
          probe.seen(label, Reflect.get(req, 'who'), req.app === own, res.app === own, req.url)
          next()
        }
      app.use(see('before', app) as never)
      sub.use(see('inside', sub) as never)
      sub.get('/done', (_req, res) => res.send('done in sub'))
      app.use('/sub', sub)
      app.use(see('after', app) as never)
      app.use(
        onError3((err, req, res, _next) => {
          probe.seen('error', err, req.app === app)
          res.end('failed')
        }),
      )
      sub.get('/fail', () => {
        throw new Error('in sub')
      })
      return app.use((_req, res) => res.send('parent'))
    },
    [get('/sub/done'), get('/sub/none'), get('/sub/fail'), get('/')],
  ),
  scenario3(
    'hosts are chosen by vhost',
    (express) => {
      const named = (name: string) => {
        const app = express()
        app.use((req, res) => res.send([name, req.host, String(req.subdomains)].join()))
        return app
      }
      const app = express()
      app.use(express.vhost('main.test', named('main')))
      app.use(express.vhost('*.main.test', named('sub')))
      app.use(
        express.vhost(
          'other.test',
          createServer((_req, res) => void res.end('a server')),
        ),
      )
      return app.use((_req, res) => res.send('none'))
    },
    ['main.test', 'MAIN.test:80', 'a.main.test', 'a.b.main.test', 'other.test', 'x.test', ''].map(
      (host) => get('/', { headers: { Host: host } }),
    ),
  ),
  scenario3(
    'applications mounted in others of theirs answer alone and together',
    (express) => {
      const [app, one, two] = [express(), express(), express()]
      one.get('/', (req, res) => res.send(`one ${req.originalUrl} ${req.url}`))
      two.get('/', (req, res) => res.send(`two ${req.app.path()}`))
      one.use('/two', two)
      app.use('/one', one)
      app.use('/again', one)
      return app
    },
    ['/one', '/one/', '/one/two', '/again', '/again/two/', '/two', '/one.x'].map((p) => get(p)),
  ),
  probes3('app.engine', {
    'takes extensions and functions': (express, probe) => {
      const app = express()
      probe.seen('chains', app.engine('x', () => {}) === app)
      app.engine('.y', () => {})
      probe.seen('engines', app.engines)
      probe.attempt('no function', () => app.engine('z'))
      probe.attempt('text', () => app.engine('z', 'text'))
    },
  }),
  scenario3(
    'app.render and res.render',
    async (express, probe) => {
      const app = express()
      app.set('views', views).set('view engine', 'ejs')
      app.locals.title = 'of the application'
      const render = (...args: unknown[]) =>
        new Promise<void>((resolve) => {
          app.render(...(args as string[]), (err: unknown, text: unknown) => {
            probe.seen(
              'rendered',
              err instanceof Error ? err.message.split('\n')[0]?.replace(views, '') : err,
              text,
            )
            resolve()
          })
        })
      await render('page', { raw: '<i>' })
      await render('page', { title: 'of the call', raw: '' })
      await render('page.ejs', { _locals: { title: 'of the locals' }, raw: '' })
      await render('page')
      app.get('/', (_req, res) => res.render('page', { raw: '<i>' }))
      app.get('/locals', (_req, res) => {
        res.locals.title = 'of the response'
        res.render('page', { raw: '<i>' })
      })
      app.get('/callback', (_req, res) => {
        res.render('page', { title: 't', raw: '' }, (err: unknown, text: string) => {
          probe.seen('callback', err)
          res.send(201, text)
        })
      })
      app.get('/only-callback', (_req, res) => {
        res.locals({ title: 'l', raw: 'r' })
        res.render('page', (_err: unknown, text: string) => res.send(text))
      })
      app.get('/type', (_req, res) => {
        res.type('txt')
        res.render('page', { raw: '' })
      })
      return app
    },
    [get('/'), head('/'), get('/locals'), get('/callback'), get('/only-callback'), get('/type')],
  ),
  scenario3(
    'app.listen returns a server',
    (express, probe) => {
      const app = express()
      const server = app.listen(0, () => {
        probe.seen('listening', server.listening)
        server.close()
      })
      probe.seen('server', server)
      return app.use((_req, res) => res.end('x'))
    },
    [get('/')],
    { linger: 5 },
  ),
  scenario3(
    'x-powered-by can be switched off',
    (express) => {
      const app = express()
      app.use((req, _res, next) => {
        if (req.url === '/off') app.disable('x-powered-by')
        next()
      })
      return app.use((_req, res) => res.end())
    },
    [get('/'), get('/off'), get('/')],
  ),
  scenario3(
    'handlers see requests of any form',
    (express, probe) => {
      const app = express()
      app.use((req, _res, next) => {
        probe.seen('req', req.url, req.originalUrl, req.path, req.query, typeof req.next)
        next()
      })
      app.get('/x', (req, res) => {
        probe.seen('route', req.route.path, req._route_index, req.res === res, res.req === req)
        res.send('x')
      })
      return app
    },
    [
      get('/x?a=1'),
      get('http://host.test/x?b=2'),
      get('/x', { http10: true }),
      get('/x', { http10: true, noHost: true }),
      request('OPTIONS', '*'),
      get('//x'),
      get('/x?'),
      get('?x'),
    ],
  ),
)
