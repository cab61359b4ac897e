import { parse } from 'node:url'
import type { Req } from '../harness/express.ts'
import type { Probe } from '../harness/probe.ts'
import { get, hanging, head, raw, request } from '../harness/request.ts'
import { familySince4, listener, scenario } from '../harness/scenario.ts'

const legacyUrl = parse('/').constructor as new () => object

function report(label: string, req: Req, probe: Probe): void {
  probe.seen(label, req.method, req.url, req.originalUrl, req.baseUrl, req.path, req.params)
  // The router of the original keeps it for packages that parse the URL again.
  const { _parsedUrl: parsed } = req as Req & { _parsedUrl?: object }
  probe.seen(label, parsed instanceof legacyUrl, { ...parsed })
}

const targets = [
  '/',
  '/a',
  '/a/',
  '/a/b/c?x=1',
  '//a',
  '///',
  '//a//b',
  '/a//',
  '/a/../b',
  '/a/./b',
  '/%61',
  '/a%2Fb',
  '/a?',
  '/?x',
  '/a#b',
  'http://example.net/a/b?c=d',
  'http://example.net',
  'https://u:p@h:1/a?b#c',
  '*',
  '/a\\b',
  '/a b',
  '/A',
  '/a;v=1',
  '/é',
  '/%zz',
  '/a?x=/a/b',
  '/a/b?http://x/',
  'a/b',
  '?x',
  '/a:b',
  'HTTP://UPPER/case',
  'ftp://x/y',
  'http://@',
  'x://',
  'http://%@h/a',
  '/http://x/y',
]

export default familySince4(
  'req.url, originalUrl, baseUrl, path, method',
  targets.map((target) =>
    scenario(
      `of ${JSON.stringify(target)}`,
      (express, probe) => {
        const app = express()
        app.use((req, _res, next) => {
          report('top', req, probe)
          next()
        })
        app.use('/a', (req, _res, next) => {
          report('mounted', req, probe)
          next()
        })
        app.all('/a', (req, _res, next) => {
          report('route', req, probe)
          next()
        })
        app.use((req, res) => {
          report('last', req, probe)
          res.send('done')
        })
        return app
      },
      [get(target)],
    ),
  ),
  scenario(
    'stay right through nested mounts and after them',
    (express, probe) => {
      const app = express()
      const outer = express.Router()
      const inner = express.Router({ mergeParams: true })
      const sub = express()
      const watch = (label: string) => (req: Req, _res: unknown, next: () => void) => {
        report(label, req, probe)
        next()
      }
      inner.use(watch('inner use'))
      inner.get('/:leaf', watch('inner route'))
      outer.use('/in/:id', watch('outer mount'), inner, watch('after inner'))
      sub.use('/deep', watch('sub deep'))
      sub.use(outer)
      sub.use(watch('sub end'))
      app.use('/sub/:name', sub, watch('after sub'))
      app.use(['/sub', '/sub/x'], watch('array'))
      app.use(watch('end'))
      return app
    },
    [
      get('/sub/x/in/7/leaf?q=1'),
      get('/sub/x/in/7/'),
      get('/sub/x/in/7'),
      get('/sub/x'),
      get('/sub/x/?q'),
      get('/sub/x?q=/in/7/leaf'),
      get('/SUB/x/IN/7/leaf'),
      get('http://h.example/sub/x/in/7/leaf?q=1'),
      get('http://h.example/sub/x'),
      get('//sub/x/in/7/leaf'),
      get('/sub//in/7/leaf'),
      get('/sub/x//in/7/leaf'),
      get('/sub/%78/in/%37/l%65af'),
      request('POST', '/sub/x/in/7/leaf'),
      head('/sub/x/in/7/leaf'),
    ],
  ),
  scenario(
    'may be rewritten by middleware',
    (express, probe) => {
      const app = express()
      const router = express.Router()
      router.use((req, _res, next) => {
        if (req.url === '/inner') req.url = '/other?added=1'
        next()
      })
      router.get('/other', (req, res) => {
        report('other', req, probe)
        probe.seen('query', req.query)
        res.send('other')
      })
      router.use((req, _res, next) => {
        req.url = '/changed'
        next()
      })
      app.use((req, _res, next) => {
        if (req.path === '/old') req.url = '/new'
        if (req.get('X-Method')) req.method = String(req.get('X-Method'))
        if (req.get('X-Url')) req.url = String(req.get('X-Url'))
        next()
      })
      app.use('/r', router)
      app.use((req, _res, next) => {
        report('after', req, probe)
        next()
      })
      app.get('/new', (_req, res) => res.send('new'))
      app.put('/new', (_req, res) => res.send('put'))
      return app
    },
    [
      get('/old'),
      get('/r/inner'),
      get('/r/else'),
      get('/r'),
      get('/x', { headers: { 'X-Url': '/r/inner' } }),
      get('/new', { headers: { 'X-Method': 'PUT' } }),
      get('/new', { headers: { 'X-Method': 'put' } }),
      hanging(get('/new', { headers: { 'X-Method': 'HEAD' } })),
      head('/new', { headers: { 'X-Method': 'GET' } }),
      get('/x', { headers: { 'X-Url': 'new' } }),
      get('/x', { headers: { 'X-Url': 'http://h/new' } }),
      get('/x', { headers: { 'X-Url': '/%zz' } }),
      get('/x', { headers: { 'X-Url': '?only=query' } }),
    ],
  ),
  scenario(
    'keep an originalUrl that is there already',
    (express, probe) => {
      const app = express()
      app.use((req, res) => {
        report('seen', req, probe)
        res.end()
      })
      return listener((req, res) => {
        Object.assign(req, { originalUrl: '/before', baseUrl: '/base' })
        app(req as never, res as never)
      })
    },
    [get('/now')],
  ),
  scenario(
    'of requests that Node itself refuses',
    (express) => express().use((_req, res) => res.send('reached')),
    [
      raw('GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw('GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw('GET / HTTP/1.1\r\n\r\n'),
      raw('GET / HTTP/1.0\r\n\r\n'),
      raw('NONSENSE\r\n\r\n'),
      raw(
        'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
      raw('GET / HTTP/1.1\r\nHost : a\r\n\r\n'),
      raw('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'),
      raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(17000)}\r\n\r\n`),
    ],
  ),
)
