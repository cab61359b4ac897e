// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { PrecompressedSuffix } from '../../../src/types/shared/options.ts'
import type { Settings } from '../../../src/types/shared/settings.ts'
import type {
  Application,
  Express,
  Request,
  Response,
  Router,
  RunningApplication,
  Webapp,
} from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
const app = webapp()
exactly<Express>()(app)

// An application is a listener, and can be called.
http.createServer(app)
https.createServer({}, app)
http2.createServer(app)
http2.createSecureServer({ allowHTTP1: true }, app)
declare const message: http.IncomingMessage
declare const answer: http.ServerResponse
app(message, answer)
app(message, answer, (err?: unknown) => err)
app.handle(message, answer)

// Settings.
exactly<any>()(app.get('view engine'))
exactly<Express>()(app.set('views', ['a', 'b']).enable('etag').disable('x-powered-by'))
exactly<boolean>()(app.enabled('etag') && app.disabled('etag'))
exactly<string | string[]>()(app.mountpath)
exactly<string>()(app.path())
exactly<Router>()(app.router)
exactly<any>()(app.locals.title)
exactly<any>()(app.settings.env)
exactly<RunningApplication | undefined>()(app.parent)
const _parent: Application | undefined = app.parent
// @ts-expect-error the router is made by the application
app.router = webapp.Router()

// Listening.
declare const port: string | undefined
exactly<http.Server>()(app.listen(3000))
app.listen()
app.listen(() => {})
app.listen(port ?? 3000, (error) => exactly<Error | undefined>()(error))
app.listen(0, 'localhost')
app.listen(0, '::1', 511, () => {})
app.listen(0, 511)
app.listen('/tmp/socket', () => {})
app.listen({ port: 0, host: '::', signal: new AbortController().signal }, () => {})
app.listen({ fd: 3 }, 511, () => {})
// @ts-expect-error a port is not a boolean
app.listen(true)

// Events, views, prototypes.
exactly<Express>()(app.on('mount', (parent) => exactly<RunningApplication>()(parent)))
app.on('other', (...args) => args).once('mount', () => {})
app.engine('html', (path, options, callback) => callback(null, `${path}${typeof options}`))
app.render('index', (err, html) => {
  exactly<Error>()(err)
  exactly<string>()(html)
})
app.render('index', { title: 'x' }, (_err, html) => html.length)
app.request.get.call(app.request, 'x')
exactly<Request>()(webapp.request)
exactly<Response>()(app.response)

// Middleware of the factory goes into a plain chain too.
declare function connect(
  fn: (req: http.IncomingMessage, res: http.ServerResponse, next: (err?: any) => void) => void,
): void
connect(webapp.json({ limit: '1mb', type: ['json', '+json'], strict: false }))
connect(webapp.json({ protoAction: 'remove' }))
// @ts-expect-error There is no such way.
connect(webapp.json({ protoAction: 'warn' }))
connect(webapp.urlencoded({ extended: true, parameterLimit: 10, depth: 4 }))
connect(webapp.text({ defaultCharset: 'utf-8', inflate: undefined }))
connect(webapp.static('public', { index: false, maxAge: '1d', dotfiles: 'deny' }))
app.use(webapp.raw({ type: (req) => req.headers['x-raw'] === '1' }))
app.use(webapp.json({ verify: (_req: http.IncomingMessage, _res, buf) => exactly<Buffer>()(buf) }))
app.use(webapp.json({ verify: (req: Request & { raw?: Buffer }, _res, buf) => (req.raw = buf) }))
app.use(webapp.static('public', { setHeaders: (res, path) => res.set('x-path', path) }))
declare const settings: { dotfiles: string; maxAge: number }
app.use(webapp.static('public', settings))
// @ts-expect-error a directory is needed
webapp.static()
// @ts-expect-error the parser of json has no such option
webapp.json({ extended: true })
new webapp.Route('/:id').get((req) => exactly<{ id: string }>()(req.params))

// Settings that the framework reads are known by name, and others are allowed.
app.set('etag', 'strong').set('trust proxy', ['loopback', '10.0.0.0/8']).set('json spaces', 2)
app.set('query parser', (text: string) => new URLSearchParams(text)).set('views', ['a', 'b'])
app.set('trust proxy', (address, hop) => {
  exactly<string>()(address)
  exactly<number>()(hop)
  return false
})
app.set('port', 3000).enable('maintenance').disable('etag').set('etag', process.env.ETAG)
exactly<any>()(app.get('port'))
exactly<any>()(app.settings.port)

// Settings that switch a feature on.
declare const known: Settings
exactly<boolean>()(known['method not allowed'])
exactly<boolean>()(known['url in views'])
exactly<'Forwarded' | 'X-Forwarded' | false>()(known['forwarded header'])
exactly<Express>()(app.set('forwarded header', 'Forwarded').enable('method not allowed'))
exactly<Express>()(app.set('url in views', true).set('method not allowed', false))

// Variants of files that were compressed beforehand.
app.use(webapp.static('public', { precompressed: ['br', 'zst', 'gz'] }))
app.use(webapp.static('public', { precompressed: false }))
declare const suffixes: readonly PrecompressedSuffix[] | undefined
app.use(webapp.static('public', { precompressed: suffixes }))
// @ts-expect-error the end of a name is no coding
webapp.static('public', { precompressed: ['gzip'] })
// @ts-expect-error a list says in which order
webapp.static('public', { precompressed: true })
