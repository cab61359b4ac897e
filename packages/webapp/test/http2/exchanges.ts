import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import cookieParser from 'cookie-parser'
import type { Express, NextFunction, Request, Response } from '../../src/types/v5/public.ts'
import { createFolder } from '../fixtures/folder.ts'
import { factories } from '../support/dialects.ts'

type Dialect = keyof typeof factories
type Handler = (req: Request, res: Response, next: NextFunction) => unknown

export interface Exchange {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

export const root = createFolder({
  'index.html': '<h1>index</h1>',
  'small.txt': '0123456789',
  'empty.txt': '',
  'large.bin': Buffer.alloc(300_000, 'large'),
  'folder/index.html': 'folder',
  'naïve file.txt': 'named',
  'page.view': 'Hello {{name}}',
})

const small = join(root, 'small.txt')
const plain = (text: string): Error => Object.assign(new Error(text), { stack: `Error: ${text}` })

/** What members of the request say, in the dialects that have them. */
function describeRequest(req: Request): object {
  const legacy = req as unknown as Record<string, unknown>
  return {
    accepted: legacy.accepted,
    acceptedLanguages: legacy.acceptedLanguages,
    accepts: req.accepts('html', 'json'),
    baseUrl: req.baseUrl,
    body: legacy.body,
    cookies: legacy.cookies,
    encodings: req.acceptsEncodings?.('gzip'),
    fresh: req.fresh,
    get: [req.get('X-Asked'), req.header('referrer'), req.get('host')],
    host: [req.host, req.hostname],
    ip: [req.ip, req.ips],
    is: req.is('json'),
    languages: req.acceptsLanguages?.('en', 'de'),
    method: req.method,
    originalUrl: req.originalUrl,
    params: req.params,
    path: req.path,
    protocol: [req.protocol, req.secure],
    query: req.query,
    range: req.range(100),
    signedCookies: legacy.signedCookies,
    stale: req.stale,
    subdomains: req.subdomains,
    url: req.url,
    xhr: req.xhr,
  }
}

/** What the routes of all dialects do, by their path. */
const handlers: Record<string, Handler> = {
  append: (_req, res) => {
    res.set('X-Many', 'a')
    res.append('X-Many', 'b')
    res.append('Vary', 'X-Other')
    res.send('ok')
  },
  attachment: (_req, res) => res.attachment('plain €.txt').send('ok'),
  bytes: (_req, res) => res.send(Buffer.from([0, 255, 10])),
  charset: (_req, res) => res.type('text/css').send('p { content: "ü" }'),
  clear: (_req, res) => res.clearCookie('a').send('ok'),
  connection: (_req, res) => {
    res.set({ Connection: 'close', 'Keep-Alive': 'timeout=1', Upgrade: 'x' })
    res.statusMessage = 'Fine'
    res.send('ok')
  },
  cookies: (_req, res) => {
    res.cookie('a', 'b c', { httpOnly: true, path: '/p', sameSite: 'strict' })
    res.cookie('j', { x: 1 })
    res.cookie('s', 'signed', { signed: true })
    res.send('ok')
  },
  describe: (req, res) => res.json(describeRequest(req)),
  download: (_req, res) => res.download(small, 'plain €.txt'),
  empty: (_req, res) => res.end(),
  error: (_req, _res, next) => next(plain('told')),
  'error-status': (_req, _res, next) => next(Object.assign(plain('teapot'), { status: 418 })),
  'error-headers': (_req, _res, next) => {
    next(Object.assign(plain('later'), { status: 503, headers: { 'Retry-After': '9' } }))
  },
  format: (_req, res) => {
    res.format({ text: () => res.send('text'), json: () => res.json({ json: true }) })
  },
  html: (_req, res) => res.send('<p>hällo</p>'),
  json: (_req, res) => res.json({ a: 1, text: 'ü', list: [null, true] }),
  jsonp: (_req, res) => res.jsonp({ a: 1 }),
  length: (_req, res) => {
    res.set('Content-Length', '2')
    res.end('ok')
  },
  links: (_req, res) => res.links({ next: '/2', last: '/5' }).send('ok'),
  location: (_req, res) => res.location('/a b').send('ok'),
  locals: (_req, res) => {
    res.locals.a = 1
    res.send(String(res.locals.a))
  },
  'next-route': (_req, _res, next) => next('route'),
  none: (_req, res) => res.send(),
  null: (_req, res) => res.send(null),
  pipe: (_req, res) => createReadStream(join(root, 'large.bin')).pipe(res),
  redirect: (_req, res) => res.redirect('/to?a=<b>'),
  'redirect-status': (_req, res) => res.redirect(307, '/to'),
  reject: async () => {
    throw plain('rejected')
  },
  render: (_req, res) => res.render(join(root, 'page.view'), { name: 'view' }),
  'render-error': (_req, res) => res.render(join(root, 'none.view')),
  'set-many': (_req, res) => res.set({ 'X-A': '1', 'Content-Type': 'text/x' }).send('ok'),
  status: (_req, res) => res.status(201).send('created'),
  'status-204': (_req, res) => res.status(204).send('no body'),
  'status-205': (_req, res) => res.status(205).send('no body'),
  'status-304': (_req, res) => res.status(304).send('no body'),
  'status-204-end': (_req, res) => res.status(204).end('no body'),
  'status-1000': (_req, res) => res.status(1000).send('never'),
  throw: () => {
    throw plain('thrown')
  },
  'throw-nothing': () => {
    throw undefined
  },
  transfer: (_req, res) => {
    res.setHeader('Transfer-Encoding', 'chunked')
    res.end('ok')
  },
  type: (_req, res) => res.type('png').send(Buffer.from('x')),
  vary: (_req, res) => {
    res.vary('Accept').vary('Origin')
    res.send('ok')
  },
  write: (_req, res) => {
    res.write('one ')
    res.write(Buffer.from('two '), () => res.end('three'))
  },
  writeHead: (_req, res) => {
    res.setHeader('X-Before', '1')
    res.writeHead(202, 'Taken', { 'X-Now': '2', 'Content-Type': 'text/plain' })
    res.end('ok')
  },
  'writeHead-list': (_req, res) => {
    res.writeHead(200, ['X-Now', '2', 'Set-Cookie', 'a=1'])
    res.end('ok')
  },
}

/** Members that only some dialects have. */
const handlersOf: Record<Dialect, Record<string, Handler>> = {
  '5.x': modern(),
  '4.x': modern(),
  '3.x': {
    'send-status': (_req, res) => (res as unknown as { send(s: number): void }).send(404),
    'send-both': (_req, res) => {
      ;(res as unknown as { send(s: number, body: string): void }).send(202, 'taken')
    },
    charset: (_req, res) => {
      Object.assign(res, { charset: 'utf-8' })
      res.setHeader('Content-Type', 'text/plain')
      res.setHeader('Content-Length', '7')
      res.end('charset')
    },
    header: (_req, res) => {
      res.on('header', () => res.setHeader('X-Last', 'moment'))
      res.send('ok')
    },
    sendfile: (_req, res) => (res as unknown as { sendfile(p: string): void }).sendfile(small),
  },
}

function modern(): Record<string, Handler> {
  return {
    sendStatus: (_req, res) => res.sendStatus(404),
    'sendStatus-unknown': (_req, res) => res.sendStatus(599),
    sendFile: (_req, res) => res.sendFile(small, { maxAge: 5000, headers: { 'X-File': '1' } }),
    'sendFile-missing': (_req, res) => res.sendFile(join(root, 'none.txt')),
  }
}

/** One application of a dialect with everything that is compared. */
export function createSubject(dialect: Dialect): Express {
  const webapp = factories[dialect] as (typeof factories)['5.x']
  const app = webapp()
  app.set('trust proxy', (_address: string, hop: number) => hop === 0)
  app.engine('view', (path, options, callback) => {
    if (path.includes('none')) callback(plain('no such view'))
    else callback(null, `Hello ${(options as { name: string }).name}`)
  })
  app.use(cookieParser('secret'))
  for (const parse of parsersOf(dialect)) app.use(parse)
  const all = { ...handlers, ...handlersOf[dialect] }
  for (const [name, handle] of Object.entries(all)) app.all(`/${name}`, handle)
  app.get('/params/:id', (req, res) => res.json([req.params.id, describeRequest(req)]))
  app.use('/static', webapp.static(root, { maxAge: '1h' }))
  app.use('/mounted', createMounted(dialect))
  return app
}

type Middleware = Parameters<Express['use']>[1]

function parsersOf(dialect: Dialect): Middleware[] {
  if (dialect === '3.x') return [factories['3.x'].bodyParser() as unknown as Middleware]
  const { json, raw, text, urlencoded } = factories[dialect] as (typeof factories)['5.x']
  return [json(), urlencoded({ extended: true }), text(), raw()] as Middleware[]
}

/** Applications of all dialects, in one of any. */
function createMounted(dialect: Dialect): Express {
  const parent = factories[dialect]() as unknown as Express
  for (const [name, create] of Object.entries(factories)) {
    const sub = create() as unknown as Express
    sub.get('/describe', (req, res) => res.json(describeRequest(req)))
    sub.get('/json', (_req, res) => res.json({ by: name }))
    parent.use(`/${name}`, sub)
  }
  return parent
}

const form = 'a=1&b%5Bc%5D=2'
const multipart = [
  '--edge',
  'Content-Disposition: form-data; name="field"',
  '',
  'value',
  '--edge',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Type: text/plain',
  '',
  'content',
  '--edge--',
  '',
].join('\r\n')

const post = (type: string, body: string | Uint8Array, more = {}): Exchange => ({
  method: 'POST',
  headers: { 'content-type': type, ...more },
  body,
})

/** What is asked of an application: a path and how. */
export function exchangesOf(dialect: Dialect): [path: string, exchange: Exchange][] {
  const names = Object.keys({ ...handlers, ...handlersOf[dialect] })
  const read = names.map((name): [string, Exchange] => [`/${name}`, {}])
  const heads = names.map((name): [string, Exchange] => [`/${name}`, { method: 'HEAD' }])
  return [...read, ...heads, ...requests]
}

const requests: [path: string, exchange: Exchange][] = [
  ['/missing?a=1', {}],
  ['/missing', { method: 'POST', body: 'x' }],
  ['/describe?a[b]=1&a[c]=2&d=e%20f', {}],
  [
    '/describe',
    {
      headers: {
        accept: 'application/json;q=0.5, text/html',
        'accept-encoding': 'gzip',
        'accept-language': 'de, en;q=0.5',
        cookie: 'a=b; s=s%3Ax.wrong',
        range: 'bytes=1-5',
        referer: '/before',
        'x-asked': 'yes',
        'x-requested-with': 'XMLHttpRequest',
      },
    },
  ],
  [
    '/describe',
    {
      headers: {
        'x-forwarded-for': '1.2.3.4, 5.6.7.8',
        'x-forwarded-host': 'a.b.example.org:81',
        'x-forwarded-proto': 'https',
      },
    },
  ],
  ['/describe', { method: 'OPTIONS' }],
  ['/params/%C3%A4', {}],
  ['/params/%zz', {}],
  ['/params/1', { method: 'OPTIONS' }],
  ['/params/1', { method: 'DELETE' }],
  ['/json', { headers: { 'if-none-match': '*' } }],
  ['/jsonp?callback=f', {}],
  ['/format', { headers: { accept: 'application/json' } }],
  ['/format', { headers: { accept: 'image/png' } }],
  ['/redirect', { headers: { accept: 'text/html' } }],
  ['/describe', post('application/json', '{"a":[1,"ü"]}')],
  ['/describe', post('application/json', '{"a":')],
  ['/describe', post('application/json', gzipSync('{"z":1}'), { 'content-encoding': 'gzip' })],
  ['/describe', post('application/json', 'x', { 'content-encoding': 'gzip' })],
  ['/describe', post('application/json', 'x', { 'content-encoding': 'odd' })],
  ['/describe', post('application/json; charset=odd', '{}')],
  ['/describe', post('application/json', `"${'x'.repeat(200_000)}"`)],
  ['/describe', post('application/json', '')],
  ['/describe', post('application/x-www-form-urlencoded', form)],
  ['/describe', post('text/plain', 'text ü')],
  ['/describe', post('text/plain; charset=iso-8859-1', Buffer.from('ü', 'latin1'))],
  ['/describe', post('application/octet-stream', Buffer.from([1, 2]))],
  ['/describe', post('multipart/form-data; boundary=edge', multipart)],
  ['/describe', { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'put' }],
  ['/static', {}],
  ['/static/', {}],
  ['/static/small.txt', {}],
  ['/static/small.txt', { method: 'HEAD' }],
  ['/static/small.txt', { method: 'POST' }],
  ['/static/small.txt', { headers: { range: 'bytes=2-4' } }],
  ['/static/small.txt', { headers: { range: 'bytes=-3' } }],
  ['/static/small.txt', { headers: { range: 'bytes=50-' } }],
  ['/static/small.txt', { headers: { range: 'bytes=0-1,4-5' } }],
  ['/static/small.txt', { headers: { 'if-none-match': '*' } }],
  ['/static/small.txt', { headers: { 'if-match': '"other"' } }],
  ['/static/small.txt', { headers: { 'if-modified-since': 'Sun, 04 Feb 2024 00:00:00 GMT' } }],
  ['/static/empty.txt', {}],
  ['/static/large.bin', {}],
  ['/static/large.bin', { headers: { range: 'bytes=1000-250000' } }],
  ['/static/folder', {}],
  ['/static/folder/', {}],
  ['/static/na%C3%AFve%20file.txt', {}],
  ['/static/none.txt', {}],
  ['/static/..%2f..%2fpackage.json', {}],
  ...['5.x', '4.x', '3.x'].flatMap((name): [string, Exchange][] => [
    [`/mounted/${name}/describe?a[b]=1`, {}],
    [`/mounted/${name}/json`, {}],
    [`/mounted/${name}/missing`, {}],
  ]),
]
