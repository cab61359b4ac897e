import type { Probe } from '../harness/probe.ts'
import { get, head, post, type RawRequest, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { scenario3, type V3Req } from '../harness/v3.ts'

/** Requests that send one header with each of the values, and without it. */
function withHeader(name: string, values: readonly string[], target = '/'): RawRequest[] {
  return [get(target), ...values.map((value) => get(target, { headers: { [name]: value } }))]
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`
}

const accepts = [
  '',
  '*/*',
  'text/html',
  'text/*',
  'application/json',
  'text/html, application/json',
  'text/html;q=0.5, application/json',
  'text/html;q=0, application/json;q=0.1',
  'text/*;q=0.3, text/html;q=0.7, text/html;level=1, */*;q=0.5',
  'application/*;q=.2, image/jpeg;q=0.8, text/html, text/plain',
  'text/html ; q=0.5 , text/plain',
  'text/html;q=x, text/plain',
  'text/html;q=1.5, text/plain',
  'text/html;q=-1, text/plain;q=0.5',
  'text/html;level=1;q=0.4;extra="a"',
  'TEXT/HTML, Application/JSON',
  'html, json',
  ', ,text/html,,',
  ';q=1',
  'text',
  'text/html/extra',
  'text/html;=x',
  'text/html;level',
  'text/html;level=1;level=2',
  'text/html;__proto__=x',
  'text/html;a=b=c;q=0.5=1',
  'f/f;q=-1, b/b, a/a, c/c;q=0, d/d;q=0.0, e/e;q=x',
  '*',
]

const types = ['html', 'json', 'text', 'text/html', 'text/*', '*/*', 'image/png', '.html', 'x']

const languages = [
  '',
  'en',
  'en;q=.8, en-us',
  'de, en-US;q=0.8, en;q=0.5',
  'en;q=0, de',
  '*',
  'DE-de',
  'en ; q=0.2,fr',
]
const charsets = ['', 'utf-8', 'iso-8859-1, utf-8;q=0.7', 'utf-8;q=0', '*;q=0.1, utf-8', 'UTF-8']
const encodings = ['', 'gzip', 'gzip, deflate', 'gzip;q=0, deflate', ' gzip , br ', '*', 'identity']

/** Asks an application that only tells what it sees of a request. */
function telling(
  name: string,
  tell: (req: V3Req, probe: Probe) => void,
  requests: readonly RawRequest[],
) {
  return scenario3(
    name,
    (express, probe) =>
      express().use((req, res) => {
        tell(req, probe)
        res.end()
      }),
    requests,
  )
}

function network(label: string, trust: unknown) {
  return scenario3(
    `network members with trust proxy ${label}`,
    (express, probe) => {
      const app = express()
      if (trust !== undefined) app.set('trust proxy', trust as never)
      return app.use((req, res) => {
        probe.attempt('ip', () => req.ip)
        probe.attempt('ips', () => req.ips)
        probe.attempt('protocol', () => req.protocol)
        probe.attempt('secure', () => req.secure)
        probe.attempt('host', () => req.host)
        probe.attempt('subdomains', () => req.subdomains)
        res.end()
      })
    },
    [
      get('/'),
      get('/', { headers: { 'X-Forwarded-For': '1.2.3.4' } }),
      get('/', { headers: { 'X-Forwarded-For': '1.2.3.4, 10.0.0.1, 10.0.0.2' } }),
      get('/', { headers: { 'X-Forwarded-For': ' 1.2.3.4 ,10.0.0.1' } }),
      get('/', { headers: { 'X-Forwarded-Proto': 'https' } }),
      get('/', { headers: { 'X-Forwarded-Proto': 'https, http' } }),
      get('/', { headers: { 'X-Forwarded-Proto': 'http , https' } }),
      get('/', { headers: { 'X-Forwarded-Host': 'a.b.proxy.test:8080' } }),
      get('/', { http10: true, noHost: true }),
      ...[
        'a.b.example.test:3000',
        'example.test',
        'localhost',
        '127.0.0.1:80',
        '[::1]:80',
        '[::1]',
        'A.B.Example.test',
        'a..example.test',
        '.test',
        'x:',
        '',
      ].map((Host) => get('/', { headers: { Host } })),
    ],
  )
}

export default family(
  '3.x requests',
  telling(
    'req.accepted in order of quality',
    (req, probe) => {
      probe.attempt('accepted', () => req.accepted)
    },
    withHeader('Accept', accepts),
  ),
  telling(
    'req.accepts gives the best type or undefined',
    (req, probe) => {
      for (const type of types) probe.attempt(type, () => req.accepts(type))
      probe.attempt('list', () => req.accepts(['html', 'json']))
      probe.attempt('other order', () => req.accepts(['json', 'html']))
      probe.attempt('arguments', () => req.accepts('json', 'html'))
      probe.attempt('commas', () => req.accepts('html, json, text'))
      probe.attempt('with parameters', () => req.accepts(['text/html;level=1', 'text/plain']))
      probe.attempt('full names', () => req.accepts(['image/png', 'text/plain']))
    },
    withHeader('Accept', accepts),
  ),
  telling(
    'req.accepts of odd arguments',
    (req, probe) => {
      probe.attempt('an empty list', () => req.accepts([]))
      probe.attempt('an empty text', () => req.accepts(''))
      probe.attempt('a repeated type', () => req.accepts(['html', 'html']))
    },
    withHeader('Accept', ['*/*', 'text/html']),
  ),
  telling(
    'req.acceptedLanguages and acceptsLanguage',
    (req, probe) => {
      probe.attempt('accepted', () => req.acceptedLanguages)
      for (const name of ['en', 'de', 'en-us', 'en-US', 'fr', '*']) {
        probe.attempt(name, () => req.acceptsLanguage(name))
      }
    },
    withHeader('Accept-Language', languages),
  ),
  telling(
    'req.acceptedCharsets and acceptsCharset',
    (req, probe) => {
      probe.attempt('accepted', () => req.acceptedCharsets)
      for (const name of ['utf-8', 'UTF-8', 'iso-8859-1', '*']) {
        probe.attempt(name, () => req.acceptsCharset(name))
      }
    },
    withHeader('Accept-Charset', charsets),
  ),
  telling(
    'req.acceptedEncodings and acceptsEncoding',
    (req, probe) => {
      probe.attempt('accepted', () => req.acceptedEncodings)
      for (const name of ['gzip', 'deflate', 'identity', 'br']) {
        probe.attempt(name, () => req.acceptsEncoding(name))
      }
    },
    withHeader('Accept-Encoding', encodings),
  ),
  telling(
    'req.is tells by a Boolean',
    (req, probe) => {
      for (const type of [
        'json',
        'html',
        'text/html',
        'text/*',
        '*/html',
        '*/*',
        'application/*',
        '*/json',
        'application/json',
        '+json',
        'urlencoded',
        'multipart',
        'multipart/*',
        '',
        'text',
        '.json',
      ]) {
        probe.attempt(type, () => req.is(type))
      }
      probe.attempt('a list', () => req.is(['json', 'html']))
    },
    [
      get('/'),
      get('/', { headers: { 'Content-Type': 'application/json' } }),
      ...[
        'text/html',
        'text/html; charset=utf-8',
        'application/json',
        'application/vnd.x+json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'TEXT/HTML',
        'text/html;charset=utf-8',
        ' text/html ;x',
        'json',
        '*/*',
        ';',
      ].map((type) => post('/', { headers: { 'Content-Type': type }, body: 'x' })),
    ],
  ),
  network('as it is', undefined),
  network('true', true),
  network('one hop', 1),
  network('loopback', 'loopback'),
  network('a list of addresses', 'loopback, 10.0.0.2'),
  network('an address of another proxy', '10.9.9.9'),
  network('a function', (_address: string, hop: number) => hop < 2),
  scenario3(
    'trust proxy as a function is given addresses and distances',
    (express, probe) => {
      const app = express()
      app.set('trust proxy', (...args: unknown[]) => {
        probe.seen('asked', args)
        return args[1] === 0
      })
      return app.use((req, res) => {
        probe.seen('ip', req.ip)
        res.end()
      })
    },
    [get('/', { headers: { 'X-Forwarded-For': '1.2.3.4, 10.0.0.1' } })],
  ),
  scenario3(
    'req.host of several proxies',
    (express, probe) =>
      express()
        .enable('trust proxy')
        .use((req, res) => {
          probe.seen('host', req.host, req.subdomains)
          res.end()
        }),
    [get('/', { headers: { 'X-Forwarded-Host': 'a.first.test, second.test' } })],
  ),
  telling(
    'req.query of high indexes',
    (req, probe) => {
      probe.seen('query', req.query)
    },
    [get('/?a[21]=x')],
  ),
  telling(
    'req.query of brackets that do not balance',
    (req, probe) => {
      probe.seen('query', req.query)
    },
    [get('/?a]=1'), get('/?a[=1'), get('/?[a=1'), get('/?a[[b]]=1')],
  ),
  telling(
    'req.range of a list that is wrong in part',
    (req, probe) => {
      probe.seen('range', req.range(1000))
    },
    [get('/', { headers: { Range: 'bytes=0-5,a-b' } })],
  ),
  scenario3(
    'req.subdomains with an offset',
    (express, probe) => {
      const app = express()
      return app.use((req, res) => {
        for (const offset of [0, 1, 3, 9]) {
          app.set('subdomain offset', offset)
          probe.attempt(String(offset), () => req.subdomains)
        }
        res.end()
      })
    },
    [
      ...['a.b.c.test', '127.0.0.1', 'test'].map((Host) => get('/', { headers: { Host } })),
      get('/', { http10: true, noHost: true }),
    ],
  ),
  telling(
    'req.auth reads Basic credentials',
    (req, probe) => {
      probe.attempt('auth', () => req.auth)
    },
    withHeader('Authorization', [
      basic('user:password'),
      basic('user:'),
      basic(':password'),
      basic(':'),
      basic('user:pass:word'),
      basic('nocolon'),
      basic(''),
      basic('ü:ß'),
      basic('a:b').toLowerCase(),
      basic('a:b').replace(' ', '   '),
      'Basic !!!',
      'Basic',
      'Bearer token',
      'basic YTpi',
      ` ${basic('a:b')} `,
      `${basic('a:b')} more`,
    ]),
  ),
  scenario3(
    'req.param looks in params, body and query',
    (express, probe) => {
      const app = express()
      app.use(express.urlencoded())
      const see = (req: V3Req, res: { end(): void }) => {
        for (const name of ['id', 'name', 'empty', 'zero', 'none', 'toString', 'length', '0']) {
          probe.attempt(name, () => req.param(name))
          probe.attempt(`${name} or default`, () => req.param(name, 'default'))
        }
        res.end()
      }
      app.all('/x/:id', see)
      app.all('/star/*', see)
      return app.use(see)
    },
    [
      get('/x/1'),
      get('/x/1?id=2&name=query&empty=&zero=0'),
      get('/x?id=2&toString=q'),
      get('/star/rest'),
      post('/x/1?name=query', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'id=2&name=body&empty=&zero=0',
      }),
    ],
  ),
  telling(
    'req.param before routes and parsers',
    (req, probe) => {
      for (const name of ['q', 'length', 'none']) {
        probe.attempt(name, () => req.param(name))
        probe.attempt(`${name} or default`, () => req.param(name, 'default'))
      }
    },
    [get('/?q=1')],
  ),
  scenario3(
    'req.params is a list with properties',
    (express, probe) => {
      const app = express()
      app.get('/a/:b/*', (req, res) => {
        probe.seen('list', Array.isArray(req.params), req.params.length, Object.keys(req.params))
        probe.seen('JSON', JSON.stringify(req.params))
        probe.seen('own', Object.hasOwn(req.params, 'b'), 'map' in req.params)
        req.params.added = 'yes'
        res.send(req.params)
      })
      return app
    },
    [get('/a/b/c/d')],
  ),
  scenario3(
    'req.route has its fields',
    (express, probe) => {
      const app = express()
      app.get('/first', (_req, _res, next) => next())
      app.get(
        '/user/:id/:op?',
        function one(_req, _res, next) {
          next()
        },
        function two(req, res) {
          const { path, method, callbacks, keys, regexp, params } = req.route
          probe.seen('route', path, method, callbacks, keys, regexp, params)
          probe.seen('names', Object.keys(req.route), req.params === params)
          probe.seen('record', req.route === app.routes.get?.[1])
          res.end()
        },
      )
      return app
    },
    [get('/user/5'), head('/user/5/edit')],
  ),
  scenario3(
    'req.fresh and stale',
    (express, probe) => {
      const app = express()
      return app.use((req, res) => {
        if (req.query.status) res.status(Number(req.query.status))
        if (req.query.etag) res.set('ETag', String(req.query.etag))
        if (req.query.date) res.set('Last-Modified', String(req.query.date))
        probe.attempt('fresh', () => req.fresh)
        probe.attempt('stale', () => req.stale)
        res.end()
      })
    },
    [
      get('/'),
      ...['"a"', 'W/"a"', '"b"', '"b", "a"', '*', ''].map((tag) =>
        get('/?etag=%22a%22', { headers: { 'If-None-Match': tag } }),
      ),
      head('/?etag=%22a%22', { headers: { 'If-None-Match': '"a"' } }),
      post('/?etag=%22a%22', { headers: { 'If-None-Match': '"a"' } }),
      get('/?etag=%22a%22&status=404', { headers: { 'If-None-Match': '"a"' } }),
      get('/?etag=%22a%22&status=201', { headers: { 'If-None-Match': '"a"' } }),
      get('/?etag=%22a%22&status=304', { headers: { 'If-None-Match': '"a"' } }),
      get('/?etag=%22a%22', { headers: { 'If-None-Match': '"a"', 'Cache-Control': 'no-cache' } }),
      ...['Mon, 01 Jan 2024 00:00:00 GMT', 'Sun, 31 Dec 2023 00:00:00 GMT', 'not a date'].map(
        (date) =>
          get('/?date=Mon,%2001%20Jan%202024%2000:00:00%20GMT', {
            headers: { 'If-Modified-Since': date },
          }),
      ),
    ],
  ),
  scenario3(
    'req.xhr, path, originalUrl and query',
    (express, probe) => {
      const app = express()
      app.use('/mount', (req, _res, next) => {
        probe.seen('mounted', req.path, req.url, req.originalUrl, req.query)
        next()
      })
      return app.use((req, res) => {
        probe.seen('all', req.xhr, req.path, req.url, req.originalUrl, req.query)
        res.end()
      })
    },
    [
      get('/a/b?c=1&d[e]=2&f[]=3&f[]=4'),
      get('/mount/x?y=z'),
      get('/mount'),
      get('/?a=1&a=2&a[b]=3'),
      get('/?a.b=1&a%5Bb%5D=2'),
      get('/?__proto__[x]=1&constructor[prototype][y]=2&toString=3'),
      get('/?a=%zz&b=%E4'),
      get('/?a=+b&c=%2B'),
      get('/?&&=&=x&y'),
      get('/?a[0]=x&a[2]=y'),
      get('/?a;b=1;c'),
      get('/?%C3%A4=%F0%9F%98%80'),
      get('//host.test/path?q'),
      get('http://host.test/path?q=1'),
      get('http://@'),
      get('http://u:p@host.test:80@?q=1'),
      get('/#hash?x'),
      request('OPTIONS', '*'),
      ...['XMLHttpRequest', 'xmlhttprequest', 'other'].map((value) =>
        get('/', { headers: { 'X-Requested-With': value } }),
      ),
    ],
  ),
  scenario3(
    'req.query stays as it was parsed, or changed, or replaced',
    (express) => {
      const app = express()
      const sub = express()
      sub.use((req, res) => res.json(req.query))
      app.use((req, _res, next) => {
        const { change, replace, rewrite } = req.query
        if (change) req.query.added = 'yes'
        if (replace) req.query = { only: 'this' }
        if (rewrite) req.url = '/other?b=2'
        next()
      })
      app.use('/sub', sub)
      return app.use((req, res) => res.json([req.url, req.query]))
    },
    ['/sub', '/'].flatMap((path) =>
      ['change', 'replace', 'rewrite'].map((what) => get(`${path}?${what}=1`)),
    ),
  ),
  telling(
    'req.get and header',
    (req, probe) => {
      for (const name of ['Host', 'X-A', 'x-a', 'Referer', 'referrer', 'None']) {
        probe.attempt(name, () => req.get(name))
        probe.attempt(`header ${name}`, () => req.header(name))
      }
      probe.attempt('with default', () => req.header('None', 'default'))
    },
    [
      get('/', { headers: { 'X-A': ['1', '2'], Referer: '/r' } }),
      get('/', { headers: { Referrer: '/typo' } }),
    ],
  ),
  telling(
    'req.range of a size',
    (req, probe) => {
      probe.attempt('1000', () => req.range(1000))
      probe.attempt('0', () => req.range(0))
    },
    withHeader('Range', [
      'bytes=0-49',
      'bytes=-100',
      'bytes=900-',
      'bytes=0-1,5-6',
      'bytes=2000-',
      'bytes=5-2',
      'items=0-5',
      'bytes=a-b',
      'bytes',
      'bytes=',
    ]),
  ),
  telling(
    'cookies without a parser',
    (req, probe) => {
      probe.seen('cookies', req.cookies, req.signedCookies, req.secret, req.body, req.files)
    },
    [get('/', { headers: { Cookie: 'a=1' } })],
  ),
)
