// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  LoggerFormatFunction,
  NextHandleFunction,
  Request,
  Response,
  Webapp,
} from '../../../src/types/v3/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
const app = webapp()

// Bodies.
exactly<NextHandleFunction>()(webapp.bodyParser())
app.use(webapp.bodyParser({ uploadDir: '/tmp', keepExtensions: true, limit: '5mb' }))
app.use(webapp.json({ strict: false, limit: 1000, verify: (req) => exactly<Request>()(req) }))
app.use(webapp.urlencoded({ extended: false, depth: 4 }))
app.use(webapp.multipart({ uploadDir: '/tmp', maxFiles: 3, hash: 'sha256', defer: true }))
app.use(webapp.limit('5mb')).use(webapp.limit(1000))
// @ts-expect-error a limit has a size
webapp.limit()
// @ts-expect-error came with 4.x
webapp.raw

// Cookies.
app.use(webapp.cookieParser()).use(webapp.cookieParser('secret', { decode: (text) => text }))
exactly<any>()(webapp.cookieParser.JSONCookie('j:1'))
exactly<string | false>()(webapp.cookieParser.signedCookie('s:a.b', 'secret'))
// @ts-expect-error lists of secrets came later
webapp.cookieParser(['secret'])

// Logging.
app.use(webapp.logger()).use(webapp.logger('dev')).use(webapp.logger(':method :url'))
app.use(webapp.logger({ format: 'short', immediate: true, stream: process.stderr, buffer: 500 }))
app.use(webapp.logger({ skip: (req, res) => req.path === '/' || res.statusCode < 400 }))
app.use(webapp.logger((tokens, req, res) => `${tokens.method?.(req, res)} ${req.originalUrl}`))
webapp.logger.token('id', (req, _res, field) => {
  exactly<Request>()(req)
  return field
})
webapp.logger.token('plain', (req: IncomingMessage, res: ServerResponse) => [req.url, res])
webapp.logger.format('mine', ':id').format('other', () => undefined)
exactly<LoggerFormatFunction>()(webapp.logger.compile(':id'))
exactly<any>()(webapp.logger.combined)

// Users.
app.use(webapp.basicAuth('user', 'password')).use(webapp.basicAuth('user', 'password', 'Realm'))
app.use(webapp.basicAuth((user, password) => user === 'a' && password === 'b', 'Realm'))
app.use(webapp.basicAuth(async (user) => user === 'a'))
app.get(
  '/:id',
  webapp.basicAuth((user, _password, done) => {
    exactly<string>()(user)
    done(null, { id: 1 })
  }),
  (req) => exactly<string>()(req.params.id),
)
// @ts-expect-error a user has a password
webapp.basicAuth('user')

// Files and the rest.
app.use('/static', webapp.static('public', { maxAge: 1000, hidden: true, redirect: false }))
app.use(webapp.static('public', { setHeaders: (res) => exactly<Response>()(res) }))
exactly<string>()(webapp.static.mime.lookup('a.html'))
app.use(webapp.query()).use(webapp.methodOverride()).use(webapp.methodOverride('_method'))
app.use(webapp.errorHandler()).use(webapp.errorHandler({ log: (_err, text) => text }))
webapp.errorHandler.title = 'Mine'

// What is loaded when it is first read.
app.use(webapp.session({ secret: 'a', key: 'sid', store: new webapp.session.MemoryStore() }))
app.use(webapp.cookieSession({ secret: 'a', cookie: { maxAge: 1 } })).use(webapp.csrf())
app.use(webapp.compress({ threshold: 512 })).use(webapp.favicon('icon.png', { maxAge: 1 }))
app.use(webapp.directory('public', { icons: true })).use(webapp.responseTime({ digits: 0 }))
app.use(webapp.timeout(5000)).use(webapp.timeout('5s', { respond: false }))
app.use(webapp.vhost('*.example.com', app)).use(webapp.vhost(/a/, (_req, res) => res.end()))
exactly<NextHandleFunction>()(webapp.staticCache({ maxObjects: 64 }))
app.use(webapp.favicon()).use(webapp.responseTime(2))
app.use(webapp.csrf({ cookie: true, value: (req: Request) => req.get('X-Token') }))

// Functions that create middleware are called.
// @ts-expect-error bodyParser is not called
app.use(webapp.bodyParser)
// @ts-expect-error json is not called
app.use('/', webapp.json)
// @ts-expect-error cookieParser is not called
app.use(webapp.cookieParser)
// @ts-expect-error logger is not called
app.use(webapp.logger)
// @ts-expect-error csrf is not called
app.use(webapp.csrf)
