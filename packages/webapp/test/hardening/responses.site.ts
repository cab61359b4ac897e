import { Readable } from 'node:stream'
import type {
  ErrorRequestHandler,
  NextFunction,
  Request,
  Response,
} from '../../src/types/v5/public.ts'
import { injections } from './support/injections.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = (site) => {
  const { app } = site
  app.use((req, res, next) => {
    ;(req as { secret?: string }).secret = 'keyboard cat'
    if (req.headers['x-anywhere']) res.redirect(inputOf(req))
    else next()
  })
  app.get('/redirect', (req, res) => void res.redirect(inputOf(req)))
  app.get('/inject/:name', (req, res) => {
    injections[req.params.name]?.(res, inputOf(req))
    res.end('sent')
  })
  app.get('/cookie', (req, res) => {
    const [name, value, options] = JSON.parse(inputOf(req)) as [string, string, object]
    res.cookie(name, value, options as never)
    res.end('sent')
  })
  app.get('/jsonp', (_req, res) => void res.jsonp({ text: '\u2028\u2029</script>' }))
  addStatuses(site)
  addFraming(site)
  addValues(site)
  addNegotiation(site)
  addStrict(site)
  const onError: ErrorRequestHandler = (error, req, res, next) => {
    if (req.path.startsWith('/framing/')) next(error)
    else tellError(error, req, res, next)
  }
  app.use(onError)
}

export default build

/** A text that may hold any character, out of a header in hex. */
function inputOf(req: Request): string {
  return Buffer.from(String(req.headers['x-input'] ?? ''), 'hex').toString()
}

const STATUSES: Record<string, unknown> = {
  99: 99,
  1000: 1000,
  200.5: 200.5,
  abc: 'abc',
  NaN: Number.NaN,
  undefined: undefined,
  null: null,
  text: '404',
  negative: -1,
  huge: 1e21,
  object: {},
  symbol: Symbol('x'),
  bigint: 200n,
  101: 101,
  100: 100,
  102: 102,
  103: 103,
  204: 204,
  205: 205,
  304: 304,
}

function addStatuses({ app }: Site): void {
  const statusOf = (req: Request) => STATUSES[String(req.params.status)] as number
  app.get('/status/:status/end', (req, res) => void res.status(statusOf(req)).end())
  app.get('/status/:status/send', (req, res) => void res.status(statusOf(req)).send('x'))
  app.get('/status/:status/json', (req, res) => void res.status(statusOf(req)).json({ a: 1 }))
  app.get('/status/:status/write', (req, res) => {
    res.status(statusOf(req))
    res.write('x')
    res.end('y')
  })
  app.get('/status/:status/pipe', (req, res) => {
    res.status(statusOf(req))
    Readable.from(['x', 'y']).pipe(res)
  })
  app.get('/status/:status/property', (req, res) => {
    res.statusCode = statusOf(req)
    res.end('x')
  })
  app.get('/status/:status/head', (req, res) => {
    res.writeHead(statusOf(req))
    res.end('x')
  })
}

type Way = (res: Response, req: Request, next: NextFunction) => void

const FRAMINGS: Record<string, Record<string, string>> = {
  coding: { 'Transfer-Encoding': 'chunked' },
  short: { 'Content-Length': '1' },
  long: { 'Content-Length': '500' },
  both: { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' },
  trailer: { Trailer: 'X-Sum' },
}

function addFraming({ app, webapp, folder }: Site): void {
  const sendStatic = webapp.static(folder)
  const ways: Record<string, Way> = {
    send: (res) => void res.send('hello'),
    bytes: (res) => void res.send(Buffer.from('hello')),
    json: (res) => void res.json({ a: 1 }),
    jsonp: (res) => void res.jsonp({ a: 1 }),
    redirect: (res) => res.redirect('/'),
    throw: () => {
      throw new Error('hello')
    },
    file: (res, req, next) => {
      req.url = '/a.txt'
      sendStatic(req, res, next)
    },
    directory: (res, req, next) => {
      req.url = '/dir'
      sendStatic(req, res, next)
    },
  }
  app.get('/framing/:header/:way', (req, res, next) => {
    res.set(FRAMINGS[req.params.header] ?? {})
    ways[req.params.way]?.(res, req, next)
  })
}

function addValues({ app }: Site): void {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const fail = () => {
    throw new Error('no')
  }
  const values: Record<string, unknown> = {
    bigint: { a: 1n },
    circular,
    toJSON: { toJSON: fail },
    getter: Object.defineProperty({}, 'a', { get: fail, enumerable: true }),
    proxy: new Proxy({}, { ownKeys: fail, get: fail }),
    deep: nested(20_000),
  }
  app.get('/value/:value/:way', (req, res) => {
    const way = req.params.way as 'send' | 'json' | 'jsonp'
    res[way](values[req.params.value])
  })
}

function nested(levels: number): unknown {
  let value: unknown = []
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

function addNegotiation({ app, dialect }: Site): void {
  app.get('/format', (_req, res) => {
    res.format({ 'text/html': () => void res.end('html'), json: () => void res.end('{}') })
  })
  app.get('/negotiate', (req, res) => {
    const members = dialect === '3.x' ? OLD_MEMBERS : NEW_MEMBERS
    const asked = req as unknown as Record<string, (name: string) => unknown>
    res.json(members.map(([member, value]) => asked[member]?.(value) ?? null))
  })
}

const NEW_MEMBERS = [
  ['accepts', 'html'],
  ['acceptsLanguages', 'en'],
  ['acceptsEncodings', 'gzip'],
  ['acceptsCharsets', 'utf-8'],
] as const
const OLD_MEMBERS = [
  ['accepts', 'html'],
  ['acceptsLanguage', 'en'],
  ['acceptsEncoding', 'gzip'],
  ['acceptsCharset', 'utf-8'],
] as const

/** An application in which redirects are strict. */
function addStrict({ app, webapp }: Site): void {
  const strict = webapp()
  strict.enable('strict redirects')
  strict.get('/redirect', (req, res) => void res.redirect(inputOf(req)))
  strict.get('/location', (req, res) => void res.location(inputOf(req)).end())
  app.use('/strict', strict)
}
