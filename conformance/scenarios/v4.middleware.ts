import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onError } from '../harness/express.ts'
import { get, head, post } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { scenario4, type V4Req, type V4Res } from '../harness/v4.ts'

const folder = mkdtempSync(join(tmpdir(), 'conformance-v4-'))
for (const name of ['page.html', 'data.json', 'code.js', 'odd.unknown', '.hidden', 'a b.md']) {
  const path = join(folder, name)
  writeFileSync(path, `content of ${name}`)
  utimesSync(path, 1_700_000_000, 1_700_000_000)
}

const parsers = ['json', 'raw', 'text', 'urlencoded'] as const
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

interface BuiltIn {
  json(options?: object): never
  raw(options?: object): never
  text(options?: object): never
  urlencoded(options?: object): never
}

export default family(
  '4.x middleware and files',
  parsers.map((name) =>
    scenario4(
      `${name} leaves an empty object where nothing was parsed`,
      (express, probe) => {
        const app = express()
        app.use((req, _res, next) => {
          probe.seen('before', req.body, 'body' in req)
          next()
        })
        app.use((express as unknown as BuiltIn)[name]({ extended: true }))
        app.use((req, res) => {
          probe.seen('after', req.body, (req as V4Req)._body)
          res.end()
        })
        app.use(
          onError((err, req, res, _next) => {
            probe.seen('failed', err, req.body, (req as V4Req)._body)
            res.status(400).end()
          }),
        )
        return app
      },
      [
        get('/'),
        post('/'),
        post('/', { headers: { 'Content-Type': 'x/y' }, body: 'other' }),
        post('/', { headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' }),
        post('/', { headers: { 'Content-Type': 'application/json' }, body: '{broken' }),
        post('/', { headers: { 'Content-Type': 'application/json; charset="x' }, body: '{}' }),
        post('/', { headers: form, body: 'a[b]=1' }),
        post('/', { headers: { 'Content-Type': 'text/plain' }, body: 'text' }),
        post('/', { headers: { 'Content-Type': 'application/octet-stream' }, body: 'bytes' }),
        post('/', { headers: { ...form, 'Content-Encoding': 'br' }, body: 'a=1' }),
      ],
    ),
  ),
  scenario4(
    'a body that was read is not read again',
    (express, probe) => {
      const app = express()
      const built = express as unknown as BuiltIn
      app.use((req, _res, next) => {
        if (req.url === '/marked') Object.assign(req, { _body: true, body: 'mine' })
        if (req.url === '/set') req.body = 'mine'
        next()
      })
      app.use(built.text({ type: '*/*' }), built.json({ type: '*/*' }))
      return app.use((req, res) => {
        probe.seen('body', req.body)
        res.end()
      })
    },
    ['/plain', '/marked', '/set'].map((path) =>
      post(path, { headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' }),
    ),
  ),
  scenario4(
    'urlencoded without options is extended',
    (express, probe) => {
      const app = express()
      app.use((express as unknown as BuiltIn).urlencoded())
      return app.use((req, res) => {
        probe.seen('body', req.body)
        res.end()
      })
    },
    ['a[b][c]=1&a[d][]=2', 'a=1&a=2', '__proto__[x]=1', 'a%5Bb%5D=1'].map((body) =>
      post('/', { headers: form, body }),
    ),
  ),
  scenario4(
    'res.type and res.format look types up in the table of static',
    (express) => {
      const app = express()
      app.get('/type', (req, res) => void res.type(String(req.query.t)).end())
      app.get('/format', (_req, res) => {
        res.format({ html: () => res.send('h'), js: () => res.send('j'), mp4: () => res.end() })
      })
      return app
    },
    [
      ...['html', '.html', 'js', 'json', 'mp4', 'md', 'unknown', 'text/x', 'a/b; c=d', 'txt'].map(
        (type) => get(`/type?t=${encodeURIComponent(type)}`),
      ),
      get('/format', { headers: { Accept: 'application/javascript' } }),
      get('/format', { headers: { Accept: 'text/javascript' } }),
      get('/format', { headers: { Accept: 'x/y' } }),
    ],
  ),
  scenario4(
    'res.sendfile takes paths and roots',
    (express, probe) => {
      const app = express()
      const root = { root: folder }
      app.get('/absolute', (_req, res) => void (res as V4Res).sendfile(join(folder, 'page.html')))
      app.get('/root', (_req, res) => void (res as V4Res).sendfile('data.json', root))
      const bytes = Buffer.from(join(folder, 'page.html'))
      app.get('/bytes', (_req, res) => void (res as V4Res).sendfile(bytes as never))
      app.get('/none', (_req, res) => void (res as V4Res).sendfile(''))
      const from = { from: folder } as object
      app.get('/from', (_req, res) => void (res as V4Res).sendfile('data.json', from))
      app.get('/relative', (_req, res) => void (res as V4Res).sendfile('package.json/none'))
      app.get('/here', (_req, res) => void (res as V4Res).sendfile('LICENSE'))
      app.get('/outside', (_req, res) => void (res as V4Res).sendfile('../x', root))
      app.get('/hidden', (_req, res) => void (res as V4Res).sendfile('.hidden', root))
      app.get('/allowed', (_req, res) => {
        ;(res as V4Res).sendfile('.hidden', { ...root, hidden: true })
      })
      app.get(
        '/age',
        (_req, res) => void (res as V4Res).sendfile('code.js', { ...root, maxAge: 5000 }),
      )
      app.get('/callback', (req, res) => {
        ;(res as V4Res).sendfile(String(req.query.file), root, (err?: Error) => {
          probe.seen('callback', err, res.headersSent)
          if (err && !res.headersSent) res.status(404).end('by callback')
        })
      })
      app.get('/only-callback', (_req, res) => {
        ;(res as V4Res).sendfile(join(folder, 'page.html'), (err?: Error) =>
          probe.seen('done', err),
        )
      })
      app.get('/missing', (_req, res) => void (res as V4Res).sendfile('missing', root))
      app.get('/folder', (_req, res) => void (res as V4Res).sendfile(folder))
      return app
    },
    [
      ...[
        '/absolute',
        '/root',
        '/bytes',
        '/none',
        '/from',
        '/relative',
        '/here',
        '/outside',
        '/hidden',
        '/allowed',
        '/age',
        '/callback?file=page.html',
        '/callback?file=missing',
        '/only-callback',
        '/missing',
        '/folder',
      ].map((path) => get(path)),
      head('/root'),
      get('/root', { headers: { Range: 'bytes=0-3' } }),
      get('/root', { headers: { 'If-Modified-Since': 'Mon, 01 Jan 2035 00:00:00 GMT' } }),
    ],
    { env: 'production' },
  ),
  scenario4(
    'static and sendFile give types and dotfiles in the way of 4.x',
    (express) => {
      const app = express()
      app.use('/static', express.static(folder))
      app.get(
        '/send/:name',
        (req, res) => void res.sendFile(String(req.params.name), { root: folder }),
      )
      app.get('/download/:name', (req, res) => {
        res.download(join(folder, String(req.params.name)))
      })
      return app
    },
    ['static', 'send', 'download'].flatMap((way) =>
      ['page.html', 'data.json', 'code.js', 'odd.unknown', '.hidden', 'a%20b.md', 'missing'].map(
        (name) => get(`/${way}/${name}`),
      ),
    ),
    { env: 'production' },
  ),
  scenario4(
    'res.attachment, links and cookies',
    (express, probe) => {
      const app = express()
      app.get('/attachment', (req, res) => void res.attachment(String(req.query.name)).end())
      app.get('/links', (_req, res) => {
        res.links({ next: '/2', last: ['/5', '/6'] }).links({ first: '/1' })
        res.end()
      })
      app.get('/clear', (_req, res) => {
        res.clearCookie('a', { maxAge: 5000, path: '/x' })
        res.clearCookie('b', { expires: new Date(1_700_000_000_000) })
        res.end()
      })
      app.get('/cookie', (_req, res) => {
        res.cookie('inherited', 'v', Object.create({ path: '/proto', httpOnly: true }))
        probe.attempt('null options', () => void res.cookie('n', 'v', null))
        probe.attempt('maxAge text', () => void res.cookie('m', 'v', { maxAge: 'x' }))
        res.end()
      })
      return app
    },
    [
      ...['plan.pdf', 'dir/plan.pdf', 'ü.txt', '€.html', ''].map((name) =>
        get(`/attachment?name=${encodeURIComponent(name)}`),
      ),
      get('/links'),
      get('/clear'),
      get('/cookie'),
    ],
    { frozenClock: true },
  ),
)
