import { fileURLToPath } from 'node:url'
import { get, head, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { probes3, scenario3, type V3Req, type V3Res } from '../harness/v3.ts'

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

/** The source of a function depends on who compiled it. */
function nameOf(value: unknown): string {
  return typeof value === 'function' ? 'a function' : String(value)
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
      probe.seen('prototype', Object.getPrototypeOf(one.request) === express.request)
      probe.seen('prototype', Object.getPrototypeOf(one.response) === express.response)
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
        probe.attempt(`etag ${nameOf(value)}`, () => {
          app.set('etag', value)
          return [typeof app.get('etag'), typeof app.get('etag fn')]
        })
      }
      for (const value of [true, false, 1, 'loopback', ['10.0.0.0/8'], () => true]) {
        probe.attempt(`trust proxy ${nameOf(value)}`, () => {
          app.set('trust proxy', value)
          return [typeof app.get('trust proxy'), typeof app.get('trust proxy fn')]
        })
      }
      probe.attempt('wrong etag', () => app.set('etag', 'other'))
      probe.attempt('a number as etag', () => app.set('etag', 42))
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
    'keeps the order of nested blocks': (express, probe) => {
      const app = express()
      app.configure(() => probe.seen('first'))
      app.configure(() => {
        app.configure(() => probe.seen('inner'))
        probe.seen('second')
      })
      app.configure(() => probe.seen('third'))
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
      probe.attempt('names of functions', () => app.locals({ name: 'x', length: 9, title: 'Site' }))
      probe.seen('after', app.locals.title, app.locals.length)
      app.set('late', 1)
      probe.seen('late', Reflect.get(Object(app.locals.settings), 'late'))
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
      sub.locals({ title: 'of the mounted application' })
      sub.use((req, res, next) => {
        probe.seen('sub', res.locals.a, res.locals.b)
        res.locals({ inner: 1 })
        if (req.url === '/on') next()
        else res.json(Object.keys(res.locals))
      })
      app.use('/sub', sub)
      return app.use((_req, res) => res.json([Object.keys(res.locals), app.locals.title ?? 'none']))
    },
    [get('/'), get('/sub'), get('/sub/on'), get('/')],
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
      app.get('/frozen', (_req, res) => res.render('page', Object.freeze({ title: 'f', raw: '' })))
      app.get('/missing', (_req, res) => res.render('missing'))
      return app
    },
    [
      get('/'),
      head('/'),
      ...['/locals', '/callback', '/only-callback', '/type', '/frozen', '/missing'].map((path) =>
        get(path),
      ),
    ],
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
      app.use((req, res, next) => {
        if (req.url === '/off') app.disable('x-powered-by')
        res.set('X-Seen', String(res.get('X-Powered-By') !== undefined))
        next()
      })
      return app.use((_req, res) => res.end())
    },
    [get('/'), get('/off'), get('/')],
  ),
  scenario3(
    'an application is called by hand',
    (express, probe) => {
      const app = express()
      app.get('/known', (_req, res) => res.send('known'))
      app.get('/fails', (_req, _res, next) => next(new Error('failed')))
      return (req: V3Req, res: V3Res) =>
        app(req, res, (...args: unknown[]) => {
          probe.seen('next', args)
          res.end('not mine')
        })
    },
    [get('/known'), get('/unknown'), get('/fails')],
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
