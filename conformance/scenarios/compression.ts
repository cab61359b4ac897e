import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { DialectName } from '../harness/dialects.ts'
import type { App, Express, Handler } from '../harness/express.ts'
import { etagOf, fileTree } from '../harness/file-tree.ts'
import { builtIn } from '../harness/middleware.ts'
import { get, head, keepAlive, pipelined } from '../harness/request.ts'
import { family, type Scenario, scenario } from '../harness/scenario.ts'
import { scenario3, type V3App, type V3Handler } from '../harness/v3.ts'
import type { V4Res } from '../harness/v4.ts'

const require = createRequire(import.meta.url)
/** Removes the length of a response whose body it compresses, which Node then sends in chunks. */
const compression = require('compression') as (options: object) => Handler

const views = fileURLToPath(new URL('../fixtures/views', import.meta.url))
const site = () => `${fileTree()}/site`
const text = 'some text to compress, '.repeat(40)

/** Responses that must leave the connection ready for the next request. */
function asked(target: string, headers: Record<string, string> = {}): Scenario['requests'] {
  const gzip = { ...headers, 'Accept-Encoding': 'gzip' }
  const requests = [
    get(target, { headers: gzip }),
    head(target, { headers: gzip }),
    get(target, { headers }),
    get(target, { headers: gzip }),
    get('/last'),
  ]
  const old = get(target, { headers: { ...gzip, Connection: 'keep-alive' }, http10: true })
  return [keepAlive(requests), pipelined(requests), keepAlive([old])]
}

function createSite(express: Express): App {
  const app = express().set('views', views).set('view engine', 'ejs')
  app.use(compression({ threshold: 0 }))
  app.use('/static', builtIn(express).static(site()))
  return app.get('/last', (_req, res) => void res.send('last'))
}

/** One scenario for each handler. */
function answered(
  handlers: Record<string, Handler>,
  dialects: readonly DialectName[] = ['5.x', '4.x', '3.x'],
): Scenario[] {
  return Object.entries(handlers).map(([name, handler]) =>
    scenario(`of ${name}`, (express) => createSite(express).get('/', handler), asked('/'), {
      dialects,
      env: 'production',
    }),
  )
}

const anywhere: Record<string, Handler> = {
  'send of text': (_req, res) => res.send(text),
  'send of a buffer': (_req, res) => res.type('txt').send(Buffer.from(text)),
  'send of an object': (_req, res) => res.send({ text }),
  'send of empty text': (_req, res) => res.send(''),
  'send of nothing': (_req, res) => res.send(),
  'send of a type that is not compressed': (_req, res) => res.type('png').send(text),
  'send that must not be transformed': (_req, res) =>
    res.set('Cache-Control', 'no-transform').send(text),
  'status 201': (_req, res) => res.status(201).send(text),
  'status 204': (_req, res) => res.status(204).send(text),
  'status 304': (_req, res) => res.status(304).send(text),
  'status 204 by end': (_req, res) => res.status(204).end(),
  'status 304 by end': (_req, res) => res.status(304).end(),
  json: (_req, res) => res.json({ text }),
  jsonp: (_req, res) => res.jsonp({ text }),
  redirect: (_req, res) => res.redirect('/somewhere'),
  'redirect with a status': (_req, res) => res.redirect(301, '/somewhere'),
  render: (_req, res) => res.render('page', { title: text }),
  download: (_req, res) => res.download(`${site()}/plain.txt`),
  'download of a large file': (_req, res) => res.download(`${site()}/big.bin`),
  format: (_req, res) => res.format({ text: () => res.send(text), json: () => res.json({ text }) }),
  'format of nothing acceptable': (_req, res) => res.format({ 'x/y': () => res.send(text) }),
  end: (_req, res) => void res.end(),
  'end with text': (_req, res) => void res.type('txt').end(text),
  'end with text and a length': (_req, res) =>
    void res.type('txt').set('Content-Length', String(text.length)).end(text),
  'writeHead and end': (_req, res) =>
    void res.writeHead(200, { 'Content-Type': 'text/plain' }).end(text),
  'writeHead with a length': (_req, res) =>
    void res
      .writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': text.length })
      .end(text),
  'write and end': (_req, res) => {
    res.type('txt').write(text)
    res.write(text)
    res.end()
  },
  'a pipe': (_req, res) => void createReadStream(`${site()}/page.html`).pipe(res.type('html')),
  'next without a handler': (_req, _res, next) => next(),
  'an error': (_req, _res, next) => next(new Error('failed')),
  'an error that is thrown': () => {
    throw new Error('failed')
  },
  'an error with a status': (_req, _res, next) =>
    next(Object.assign(new Error('gone'), { status: 410 })),
}

/** Forms that 3.x does not have or answers in another way, whatever stands before it. */
const since4: Record<string, Handler> = {
  'send with a length': (_req, res) => res.set('Content-Length', '3').send(text),
  'an error with headers': (_req, _res, next) =>
    next(Object.assign(new Error('busy'), { status: 503, headers: { 'Retry-After': '5' } })),
  'an error after headers were set': (_req, res, next) => {
    res.set({ 'Content-Length': '3', 'Content-Language': 'en', ETag: '"x"' }).type('png')
    next(new Error('failed'))
  },
  sendStatus: (_req, res) => res.sendStatus(403),
  'sendStatus 204': (_req, res) => res.sendStatus(204),
  sendFile: (_req, res) => res.sendFile('plain.txt', { root: site() }),
  'sendFile of a large file': (_req, res) => res.sendFile('big.bin', { root: site() }),
  'sendFile of nothing there': (_req, res) => res.sendFile('missing', { root: site() }),
}

/** Older versions send a length beside the chunks. */
const since5: Record<string, Handler> = {
  'send with chunks': (_req, res) => res.set('Transfer-Encoding', 'chunked').send(text),
}

const paths = {
  'static file': '/static/plain.txt',
  'large static file': '/static/big.bin',
  'empty static file': '/static/empty.txt',
  'static folder without its slash': '/static/dir',
  'missing static file': '/static/missing',
  'path without a handler': '/missing',
}

const conditions = {
  'tag that it has': { 'If-None-Match': etagOf(26) },
  'part of it': { Range: 'bytes=0-3' },
  'part that it does not have': { Range: 'bytes=99-' },
}

const until4: Record<string, Handler> = {
  'send with a status': (_req, res) => res.send(404, text),
  'send of a status': (_req, res) => res.send(404),
  'json with a status': (_req, res) => res.json(500, { text }),
  sendfile: (_req, res) => (res as V4Res).sendfile('plain.txt', { root: site() }),
}

const failure: V3Handler = (_req, _res, next) =>
  next(Object.assign(new Error('failed'), { stack: 'Error: failed\n    at one (file:1:2)' }))

export default family(
  'compression',
  answered(anywhere),
  answered(since4, ['5.x', '4.x']),
  answered(since5, ['5.x']),
  answered(until4, ['4.x', '3.x']),
  Object.entries(paths).map(([name, path]) =>
    scenario(`of a ${name}`, createSite, asked(path), { env: 'production' }),
  ),
  Object.entries(conditions).map(([name, headers]) =>
    scenario(
      `of a static file, asked for a ${name}`,
      createSite,
      asked('/static/plain.txt', headers),
      { env: 'production' },
    ),
  ),
  ['application/json', 'text/plain'].map((Accept) =>
    scenario3(
      `of errorHandler as ${Accept}`,
      (express) => {
        const app = createSite(express as unknown as Express) as unknown as V3App
        return app.get('/', failure).use(express.errorHandler({ log: false }))
      },
      asked('/', { Accept }),
    ),
  ),
)
