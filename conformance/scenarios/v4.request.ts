import { get, post } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { cases4, scenario4, type V4Express, type V4Req } from '../harness/v4.ts'

const accepting = {
  'Accept-Charset': 'utf-8, iso-8859-1;q=0.5',
  'Accept-Encoding': 'gzip, br;q=0.5',
  'Accept-Language': 'de, en-US;q=0.8, en;q=0.5',
}
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const names = ['id', 'name', 'missing', 'empty', 'zero', 'toString', 'hasOwnProperty', '__proto__']

export default family(
  '4.x requests',
  scenario4(
    'req.param looks in params, body and query',
    (express: V4Express, probe) => {
      const app = express()
      const { urlencoded } = express as unknown as { urlencoded(options: object): never }
      app.use(urlencoded({ extended: false }))
      app.all(['/x/:id', '/x'], (req, res) => {
        const asked = req as V4Req
        for (const name of names) {
          probe.attempt(name, () => asked.param(name))
          probe.attempt(`${name} or default`, () => asked.param(name, 'default'))
        }
        res.end()
      })
      return app
    },
    [
      get('/x/1'),
      get('/x/1?id=2&name=query&empty=&zero=0'),
      get('/x?id=2&toString=q'),
      post('/x/1?id=3&name=query', { headers: form, body: 'id=2&name=body&empty=&zero=0' }),
      post('/x?name=query', { headers: form, body: 'id=body' }),
    ],
  ),
  cases4('req.param', {
    'without arguments': (req, res, _next, probe) => {
      probe.attempt('none', () => req.param())
      probe.attempt('undefined default', () => req.param('x', undefined))
      res.end()
    },
    'with bodies of other kinds': (req, res, _next, probe) => {
      for (const body of [undefined, null, 'text', 5, { x: null }, { x: 0 }, { x: false }]) {
        req.body = body
        probe.attempt('x', () => req.param('x', 'default'))
        probe.attempt('length', () => req.param('length', 'default'))
      }
      res.end()
    },
    'after req.query was replaced': (req, res, _next, probe) => {
      req.query = { x: 'replaced' }
      probe.attempt('x', () => req.param('x'))
      res.end()
    },
  }),
  cases4(
    'singular names',
    {
      'of the accepts family': (req, res, _next, probe) => {
        probe.attempt('charset', () => [
          req.acceptsCharset(),
          req.acceptsCharset('utf-8'),
          req.acceptsCharset('iso-8859-1', 'x'),
          req.acceptsCharset('x'),
        ])
        probe.attempt('encoding', () => [
          req.acceptsEncoding(),
          req.acceptsEncoding('br', 'gzip'),
          req.acceptsEncoding(['deflate']),
        ])
        probe.attempt('language', () => [
          req.acceptsLanguage(),
          req.acceptsLanguage('en', 'de'),
          req.acceptsLanguage('fr'),
        ])
        probe.attempt('languages', () => req.acceptsLanguages())
        res.end()
      },
    },
    {
      requests: [
        get('/'),
        get('/', { headers: accepting }),
        get('/', { headers: { 'Accept-Language': '' } }),
        get('/', { headers: { 'Accept-Language': '*;q=0.1, nonsense;;' } }),
      ],
    },
  ),
  ['', true].map((trust) =>
    scenario4(
      `req.host has no port, trust proxy ${trust || 'off'}`,
      (express, probe) => {
        const app = express()
        if (trust) app.set('trust proxy', trust)
        return app.use((req, res) => {
          probe.seen('host', req.host, req.hostname, req.subdomains)
          res.end()
        })
      },
      [
        get('/', { headers: { Host: 'a.b.example.com:8080' } }),
        get('/', { headers: { Host: '[::1]:80' } }),
        get('/', { headers: { Host: '[::1]' } }),
        get('/', { headers: { Host: '' } }),
        get('/', { headers: { Host: 'x', 'X-Forwarded-Host': 'y.z:1, w' } }),
        get('/', { http10: true, noHost: true }),
      ],
    ),
  ),
  scenario4(
    'req.query is parsed once and can be changed',
    (express, probe) => {
      const app = express()
      app.use((req, _res, next) => {
        probe.seen('first', req.query)
        req.query.added = 'by hand'
        req.url = '/other?rewritten=1'
        next()
      })
      app.use((req, res, next) => {
        probe.seen('after the url changed', req.query)
        req.query = { replaced: true }
        next()
        res.end()
      })
      app.use((req) => probe.seen('after it was replaced', req.query))
      return app
    },
    [get('/?a[b]=1&c=2&c=3'), get('/')],
  ),
  scenario4(
    'req.query that a parser before the app has set stays',
    (express, probe) => {
      const inner = express()
      inner.use((req, res) => {
        probe.seen('inner', req.query)
        res.end()
      })
      return ((req: { query: unknown }, res: never) => {
        req.query = { early: true }
        inner(req as never, res)
      }) as never
    },
    [get('/?a=1')],
  ),
  scenario4(
    'req.query in mounted apps with parsers of their own',
    (express, probe) => {
      const app = express()
      const simple = express()
      const none = express()
      const own = express()
      simple.set('query parser', 'simple')
      none.set('query parser', false)
      own.set('query parser', (text: string) => ({ text }))
      for (const [path, sub] of Object.entries({ simple, none, own })) {
        sub.use((req, res) => {
          probe.seen(path, req.query)
          res.end()
        })
        app.use(`/${path}`, sub)
      }
      app.use('/read-first', (req, _res, next) => {
        probe.seen('parent', req.query)
        next()
      })
      app.use('/read-first', simple)
      return app
    },
    ['/simple', '/none', '/own', '/read-first'].map((path) => get(`${path}?a[b]=1`)),
  ),
  ['extended', 'simple', true, false, undefined].map((parser) =>
    scenario4(
      `req.query with the setting ${parser}`,
      (express, probe) => {
        const app = express()
        if (parser !== undefined) app.set('query parser', parser)
        return app.use((req, res) => {
          probe.seen('query', req.query)
          res.end()
        })
      },
      [
        '/?a[b]=1&a[c][]=2',
        '/?a=1&a=2',
        '/?__proto__[x]=1&hasOwnProperty=1',
        '/?',
        '/',
        `/?${Array.from({ length: 30 }, (_, index) => `l[${index}]=${index}`).join('&')}`,
        `/?${'a=1&'.repeat(1100)}`,
      ].map((path) => get(path)),
    ),
  ),
  scenario4(
    'req.params of captures without names',
    (express, probe) => {
      const app = express()
      app.get('/a/*/b/*', (req, res) => {
        probe.seen('params', req.params, Object.getPrototypeOf(req.params) === Object.prototype)
        probe.seen('own', Object.keys(req.params), req.params[0], 'length' in req.params)
        res.end()
      })
      app.get(/^\/r\/(\d+)-(\w+)$/, (req, res) => {
        probe.seen('params', req.params)
        res.end()
      })
      app.get('/n/:x(\\d+)/:y?/*', (req, res) => {
        probe.seen('params', req.params)
        res.end()
      })
      app.use((req, res) => {
        probe.seen('none', req.params, Object.getPrototypeOf(req.params) === Object.prototype)
        res.end()
      })
      return app
    },
    ['/a/1/b/2', '/a/1/2/b/3/4', '/r/5-x', '/n/1/2/3', '/n/1//3', '/n/x/2/3', '/z'].map((path) =>
      get(path),
    ),
  ),
)
