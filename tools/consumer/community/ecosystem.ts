// biome-ignore-all lint/suspicious/noExplicitAny: people write any for what they do not care for.
// biome-ignore-all lint/complexity/noBannedTypes: people write {} for no parameters.
// Packages with their published types, with no cast: what they make goes into our applications,
// and our requests and responses go into what they offer. Compiled for 5.x and 4.x.
import bodyParser from 'body-parser'
import compression, { filter } from 'compression'
import connect, { type HandleFunction, type NextHandleFunction } from 'connect'
import cookieParser from 'cookie-parser'
import cors, { type CorsOptionsDelegate, type CorsRequest } from 'cors'
import type express from 'express'
import { ipKeyGenerator, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit'
import session from 'express-session'
import { body, checkSchema, matchedData, oneOf, validationResult } from 'express-validator'
import helmet, { contentSecurityPolicy } from 'helmet'
import { createProxyMiddleware, type RequestHandler as ProxyHandler } from 'http-proxy-middleware'
import morgan, { type StreamOptions } from 'morgan'
import multer, { diskStorage } from 'multer'
import passport from 'passport'
import { Strategy } from 'passport-local'
import swaggerUi from 'swagger-ui-express'
import webapp, {
  type ErrorRequestHandler,
  type Handler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'webapp'
import { provides } from 'webapp/contract'

declare module 'express-session' {
  interface SessionData {
    visits: number
  }
}

const app = webapp()
const router = webapp.Router()
const stream: StreamOptions = { write: (line) => line.length }

// Packages' middleware, in every place that takes handlers.
app.use(bodyParser.json(), bodyParser.urlencoded({ extended: false }), bodyParser.raw())
app.use(compression({ filter: (req, res) => !req.headers['x-plain'] && filter(req, res) }))
app.use(cookieParser(['new', 'old']))
app.use(cors(), cors(perRequest))
app.use(helmet(), contentSecurityPolicy({ directives: { scriptSrc: ["'self'"] } }))
app.use(morgan('dev', { skip: (_req, res) => res.statusCode < 400, stream }))
app.use(morgan<Request, Response>((tokens, req, res) => `${tokens.method?.(req, res)} ${req.ip}`))
app.use(session({ secret: 'a', resave: false, saveUninitialized: true, genid: () => 'id' }))
app.use(passport.initialize(), passport.session(), passport.authenticate('session'))
app.use('/api', rateLimit({ limit: 10, handler: (_req, res) => res.sendStatus(429) }))
app.use('/docs', swaggerUi.serve, swaggerUi.setup({ openapi: '3.0.0' }))
app.use('/files', createProxyMiddleware({ target: 'http://127.0.0.1', changeOrigin: true }))
app.use('/typed', createProxyMiddleware<Request, Response>({ on: { proxyReq: sign } }))
app.use(connect().use((_req, _res, next) => next()))

// What their middleware adds, for the handlers behind it.
const authenticated = provides<{ user: Express.User }>(passport.authenticate('local'))
const inSession = provides<{ session: { visits: number } }>(
  session({ secret: 'a', resave: false, saveUninitialized: true }),
)
app.get('/visits', inSession, authenticated, (req, res) => {
  const visits: number = req.session.visits
  const user: Express.User = req.user
  req.session.touch()
  res.json({ visits, user })
})
webapp
  .Router()
  .use(inSession, authenticated)
  .get('/', (req, res) => res.json({ user: req.user satisfies Express.User, id: req.session.id }))

router.use([helmet(), [cors()]], compression())
router.route('/:id').all(cors()).post(multer().single('file'), received)
router.post('/:id', multer().array('files', 2), body('name').isString(), (req, res, next) => {
  const id: string = req.params.id
  const files: Express.Multer.File[] | undefined = Array.isArray(req.files) ? req.files : undefined
  validationResult(req).isEmpty() ? res.json({ id, files, data: matchedData(req) }) : next()
})
router.post('/schema', checkSchema({ name: { isInt: true } }), oneOf([body('a'), body('b')]))
app.use('/sub', router)

// Handlers written with the types of the community, and of connect.
declare const theirs: express.RequestHandler
declare const typedTheirs: express.RequestHandler<
  { id: string },
  { ok: boolean },
  { a: 1 },
  { q: '' }
>
declare const localsTheirs: express.RequestHandler<{}, any, any, any, { user: string }>
declare const theirErrors: express.ErrorRequestHandler
declare const theirHandler: express.Handler
declare const theirRouter: express.Router
declare const theirApp: express.Express
declare const theirParam: express.RequestParamHandler
declare const connects: NextHandleFunction
declare const anyConnects: HandleFunction
declare const limiter: RateLimitRequestHandler
declare const proxy: ProxyHandler
app.use(theirs, typedTheirs, localsTheirs, theirErrors, theirHandler, connects, limiter, proxy)
app.use('/x', theirRouter, theirApp, [theirs, [theirErrors]], anyConnects)
app.use(theirRouter).use(theirApp).get('/', theirApp)
app.get('/:id', theirs, typedTheirs, connects, (req) => req.params.id.length)
app.all('/:id', theirs, theirErrors, limiter)
router.use(theirs, theirErrors).post('/', theirs, localsTheirs).param('id', theirParam)
router.route('/:id').get(theirs, connects).put(theirErrors, typedTheirs)
app.param('id', theirParam)

// Our messages, handlers, routers, in functions written with the types of the community.
declare function takesRequest(req: express.Request): void
declare function takesResponse(res: express.Response): void
declare function takesBoth(
  req: express.Request,
  res: express.Response,
  next: express.NextFunction,
): void
declare function takesNarrow(
  req: express.Request<{ id: string }>,
  res: express.Response<string>,
): void
declare function takesRouter(router: express.Router): void
declare function takesCors(req: CorsRequest): void
app.get('/:id', (req, res, next) => {
  takesRequest(req)
  takesResponse(res)
  takesBoth(req, res, next)
  takesNarrow(req, res)
  takesCors(req)
  theirs(req, res, next)
  theirErrors(new Error(), req, res, next)
  theirRouter(req, res, next)
  connects(req, res, next)
  cors()(req, res, next)
  helmet()(req, res, next)
  morgan('dev')(req, res, next)
  passport.authenticate('local', () => {})(req, res, next)
  multer().none()(req, res, next)
  session({ secret: 'a' })(req, res, next)
  ipKeyGenerator(req.ip ?? '')
  body('a').run(req)
  req.session.visits = (req.session.visits ?? 0) + 1
  req.logIn({}, next)
  res.flush()
})
const general: RequestHandler = (req, res, next) => takesBoth(req, res, next)
const failing: ErrorRequestHandler = (err, req, res, next) => theirErrors(err, req, res, next)
const plain: Handler = (req, res, next) => theirHandler(req, res, next)
function written(req: Request, res: Response, next: NextFunction) {
  takesBoth(req, res, next)
}
app.use(general, failing, plain, written)
takesRouter(router)
// @ts-expect-error a request is no response
takesResponse(app.request)
// @ts-expect-error a text is no middleware
app.use(helmet(), 'cors')
connect().use(app).use('/router', router)

// Options that packages call with our messages.
passport.use(new Strategy({ passReqToCallback: true }, (req, _name, _word, done) => done(req.ip)))
diskStorage({ filename: (req, file, done) => done(null, `${req.ip}${file.originalname}`) })

function perRequest(...[req, done]: Parameters<CorsOptionsDelegate<Request>>) {
  done(null, { origin: req.ip ?? false })
}

function received(req: Request, res: Response) {
  res.json({ size: req.file?.size, user: req.user, id: req.sessionID })
}

function sign(message: { setHeader(name: string, value: string): unknown }, req: Request) {
  message.setHeader('x-user', req.ip ?? '')
}
