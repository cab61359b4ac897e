import { createServer } from 'node:http'
import { get, hanging, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, probes3, scenario3, type V3App, type V3Req } from '../harness/v3.ts'

export default family(
  '3.x app.use and mounted applications',
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
    'app.use takes its path as plain text, whatever the settings for routes',
    (express) => {
      const app = express()
      app.enable('case sensitive routing').enable('strict routing')
      for (const path of ['/Docs', '/a/:id', '/b*']) {
        app.use(path, (req, res) => res.json([req.method, req.url, req.originalUrl]))
      }
      return app
    },
    [
      ...['/dOCS/Intro', '/docs/', '/a/1', '/a/:id/x', '/bc', '/b*'].map((path) => get(path)),
      ...['DELETE', 'OPTIONS', 'POST'].map((method) => request(method, '/Docs')),
    ],
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
    [
      ...['/server', '/server/x', '/handle', '/handle/x', '/router'].map((path) => get(path)),
      hanging(get('/router/x')),
    ],
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
    'app.stack may hold what is no function',
    (express) => {
      const app = express()
      const put = (handle: unknown) => app.stack.push({ route: '', handle } as never)
      app.use('/put', (_req, res) => {
        put('abc')
        res.end('put')
      })
      for (const handle of ['four', 5, {}]) put(handle)
      return app.use('/next', (_req, res) => res.end('next'))
    },
    ['/next', '/other', '/put', '/next', '/other'].map((path) => get(path)),
    { env: 'production' },
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
      const own = express().set('own', 'own').set('trust proxy', false)
      app.use('/own', own).use(sub)
      probe.seen('own settings', own.get('own'), own.get('trust proxy'), app.get('own'))
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
)
