// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import http from 'node:http'
import http2 from 'node:http2'
import type { PrecompressedSuffix } from '../../../src/types/shared/options.ts'
import type { Settings } from '../../../src/types/shared/settings.ts'
import type {
  Application,
  CallableLocals,
  ErrorRequestHandler,
  Express,
  Handler,
  Request,
  RequestHandler,
  Response,
  Route,
  Router,
  StackEntry,
  Webapp,
} from '../../../src/types/v3/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
const app = webapp()
exactly<Express>()(app)
exactly<Express>()(webapp.createServer())
http.createServer(app).listen(0)
http2.createServer(app)
http2.createSecureServer({ allowHTTP1: true }, app)

// Settings and members.
exactly<any>()(app.get('view engine'))
exactly<any>()(app.set('view engine'))
exactly<Express>()(app.set('views', 'a').enable('etag').disable('x-powered-by'))
exactly<boolean>()(app.enabled('etag') && app.disabled('etag'))
exactly<string>()(app.route)
exactly<string>()(app.path())
exactly<Application | undefined>()(app.parent)
exactly<Express>()(app.on('mount', (parent) => exactly<Application>()(parent)))
exactly<Request>()(webapp.request)
exactly<Response>()(app.response)
app.engine('html', (_path, _options, callback) => callback(null, ''))
app.render('index', { title: 'a' }, (_err, html) => exactly<string>()(html))
// @ts-expect-error came with 4.x
app.mountpath

// Environments.
exactly<Express>()(app.configure(() => {}))
app.configure('development', () => app.set('json spaces', 2))
app.configure('stage', 'production', function () {
  this.enable('view cache')
})
// @ts-expect-error the function comes last
app.configure(() => {}, 'production')
// @ts-expect-error there must be a function
app.configure('production')

// Variables of templates, on a function.
exactly<CallableLocals>()(app.locals)
exactly<{ title: string }>()(app.locals({ title: 'a' }))
app.locals.title = 'a'
exactly<any>()(app.locals.title)
// @ts-expect-error functions have a name already
app.locals.name = 'a'
declare const typed: Application<{ title: string }>
exactly<string>()(typed.locals.title)

// Middleware and routes can be looked at and taken out.
exactly<Handler>()(app.router)
exactly<Express>()(app.use(app.router))
exactly<Router>()(app._router)
for (const entry of app.stack) {
  exactly<StackEntry>()(entry)
  exactly<string>()(entry.route)
}
for (const method of Object.keys(app.routes)) {
  app.routes[method] = app.routes[method]?.filter((route) => route.path !== '/') ?? []
}
delete app.routes.get
declare const route: Route
exactly<string>()(route.path + route.method)
exactly<(RequestHandler | ErrorRequestHandler)[]>()(route.callbacks)
exactly<string[]>()(route.keys.map((key) => key.name))
exactly<boolean>()(route.regexp.test('/') && route.match('/'))
exactly<string>()(route.params.id as string)
exactly<number>()(route.params.length)
// @ts-expect-error the router is made by the application
app.router = new webapp.Router().middleware

// Listening.
exactly<http.Server>()(app.listen(3000, () => {}))
app.listen('/tmp/socket')
// @ts-expect-error the callback gets nothing
app.listen(0, (error: Error) => error)

exactly<string>()(webapp.mime.lookup('a.html'))
webapp.mime.define({ 'text/x-a': ['a'] })

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
