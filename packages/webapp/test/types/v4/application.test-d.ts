// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import http from 'node:http'
import http2 from 'node:http2'
import type { PrecompressedSuffix } from '../../../src/types/shared/options.ts'
import type { Settings } from '../../../src/types/shared/settings.ts'
import type {
  Application,
  Express,
  Layer,
  LayerKey,
  Request,
  Response,
  Router,
  Webapp,
} from '../../../src/types/v4/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
const app = webapp()
exactly<Express>()(app)
http.createServer(app)
http2.createServer(app)
http2.createSecureServer({ allowHTTP1: true }, app)

// Settings and members.
exactly<any>()(app.get('view engine'))
exactly<Express>()(app.set('views', ['a', 'b']).enable('etag').disable('x-powered-by'))
exactly<string | string[]>()(app.mountpath)
exactly<Application | undefined>()(app.parent)
exactly<Express>()(app.on('mount', (parent) => exactly<Application>()(parent)))
exactly<Request>()(webapp.request)
exactly<Response>()(app.response)

// The router is behind an underscore; the name without it throws.
app.lazyrouter()
exactly<Router>()(app._router)
exactly<never>()(app.router)
for (const layer of app._router.stack) {
  exactly<Layer>()(layer)
  exactly<boolean>()(layer.regexp.fast_slash || layer.regexp.fast_star || layer.regexp.test('/'))
  exactly<(string | number)[]>()(layer.keys.map((key: LayerKey) => key.name))
  exactly<string | undefined>()(layer.route?.path)
  exactly<Layer[] | undefined>()(layer.handle.stack)
  exactly<boolean | undefined>()(layer.route?.methods.get)
}

// Listening: the callback is not told of errors.
exactly<http.Server>()(app.listen(3000, () => {}))
app.listen(0, 'localhost', 511)
app.listen({ port: 0 }, (...args) => exactly<[]>()(args))
// @ts-expect-error the callback gets nothing
app.listen(0, (error: Error) => error)

// Middleware of the factory.
app.use(webapp.json({ verify: (req: Request & { raw?: Buffer }, _res, buf) => (req.raw = buf) }))
app.use(webapp.json({ verify: (req) => exactly<Request>()(req) }))
app.use(webapp.static('public', { setHeaders: (res) => exactly<Response>()(res), hidden: true }))
app.use(webapp.urlencoded({ extended: false, parameterLimit: 10 }), webapp.text(), webapp.raw())
app.use(webapp.query(), webapp.query({ depth: 2 }))
exactly<string>()(webapp.static.mime.lookup('a.html'))
exactly<string | undefined>()(webapp.static.mime.extension('text/html'))
webapp.static.mime.define({ 'text/x-a': ['a'] })
// @ts-expect-error came with 5.x
webapp.urlencoded({ charsetSentinel: true })
// @ts-expect-error is installed separately since 4.x
webapp.bodyParser
new webapp.Route('/:id?').get((req) => exactly<{ id?: string }>()(req.params))

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
