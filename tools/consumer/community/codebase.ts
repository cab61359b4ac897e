// biome-ignore-all lint/suspicious/noRedeclare: the global namespace has the name of the application.
// biome-ignore-all lint/complexity/noBannedTypes: people write {} for no parameters.
// An application in the style of existing code bases. It is compiled as it stands with the types
// of the community, and once more for each dialect with nothing changed but the import.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import bodyParser from 'body-parser'
import compression from 'compression'
import cookieParser from 'cookie-parser'
import cors, { type CorsOptions } from 'cors'
import express, {
  type Application,
  type CookieOptions,
  type ErrorRequestHandler,
  type Express,
  type Handler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type RequestParamHandler,
  type Response,
  Router,
} from 'express'
import { rateLimit } from 'express-rate-limit'
import session from 'express-session'
import { body, matchedData, param, type ValidationChain, validationResult } from 'express-validator'
import helmet from 'helmet'
import morgan from 'morgan'
import multer from 'multer'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'

// What the application and its packages add to requests.

interface Account {
  id: number
  email: string
  roles: Role[]
}

type Role = 'admin' | 'editor' | 'reader'

declare global {
  namespace Express {
    interface User extends Account {}
    interface Request {
      id?: string
      tenant?: Tenant
      rawBody?: Buffer
    }
    interface Response {
      paginate<T>(items: T[], page: Page): void
    }
    interface Locals {
      requestId: string
    }
    interface Application {
      startedAt: Date
    }
  }
}

declare module 'express-session' {
  interface SessionData {
    cart: { sku: string; count: number }[]
    returnTo?: string
  }
}

interface Tenant {
  slug: string
  plan: 'free' | 'paid'
}

interface Page {
  number: number
  size: number
}

// Errors.

class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details?: unknown,
  ) {
    super(message)
  }
}

class NotFound extends HttpError {
  constructor(what: string) {
    super(404, `${what} not found`)
  }
}

// Wrappers.

type AsyncHandler<P, ResBody, ReqBody, Query> = (
  req: Request<P, ResBody, ReqBody, Query>,
  res: Response<ResBody>,
  next: NextFunction,
) => Promise<unknown>

function wrap<P, ResBody, ReqBody, Query>(
  handler: AsyncHandler<P, ResBody, ReqBody, Query>,
): RequestHandler<P, ResBody, ReqBody, Query> {
  return (req, res, next) => {
    handler(req, res, next).catch(next)
  }
}

const asyncHandler =
  (fn: RequestHandler): RequestHandler =>
  (req, res, next) =>
    Promise.resolve(fn(req, res, next)).catch(next)

const validate =
  (...chains: ValidationChain[]) =>
  async (req: Request, _res: Response, next: NextFunction) => {
    for (const chain of chains) await chain.run(req)
    const errors = validationResult(req)
    if (errors.isEmpty()) return next()
    next(new HttpError(422, 'invalid', errors.array()))
  }

// Middleware.

const requestId: RequestHandler = (req, res, next) => {
  req.id = req.get('x-request-id') ?? Math.random().toString(36)
  res.locals.requestId = req.id
  res.set('X-Request-Id', req.get('x-request-id'))
  res.setHeader('X-Powered-By', 'tests')
  next()
}

export const requireRole = (...roles: Role[]): Handler => {
  return function requireRole(req, res, next) {
    if (!req.isAuthenticated() || !req.user) return void res.sendStatus(401)
    if (!req.user.roles.some((role) => roles.includes(role))) {
      return next(new HttpError(403, 'forbidden'))
    }
    next()
  }
}

export function currentUser(req: Request): Account {
  if (!req.user) throw new HttpError(401, 'not signed in')
  return req.user
}

const loadTenant: RequestParamHandler = (req, _res, next, slug: string, name) => {
  if (name !== 'tenant') return next('route')
  req.tenant = { slug, plan: 'free' }
  next()
}

const verifySignature = (req: Request, res: Response, next: NextFunction): void => {
  const given = Buffer.from(req.header('x-signature') || '')
  const wanted = createHmac('sha256', 'secret')
    .update(req.rawBody ?? '')
    .digest()
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) next()
  else res.status(400).json({ error: 'bad signature' })
}

// Controllers: functions, generics and classes.

interface User {
  id: string
  name: string
}

interface ListQuery {
  page?: string
  sort?: 'name' | 'age'
}

interface ErrorBody {
  error: string
}

export const listUsers: RequestHandler<{}, User[] | ErrorBody, unknown, ListQuery> = (req, res) => {
  const page = Number.parseInt(req.query.page ?? '1', 10)
  if (Number.isNaN(page)) return void res.status(400).json({ error: 'page' })
  res.json([{ id: String(page), name: req.query.sort ?? 'name' }])
}

export const createUser = async (
  req: Request<{}, User, Omit<User, 'id'>>,
  res: Response<User, { actor?: Account | undefined }>,
) => {
  res.locals.actor = req.user
  res.status(201).location('/users/1').json({ id: '1', name: req.body.name })
}

abstract class Controller<T extends { id: string }> {
  readonly router: Router

  constructor(protected readonly store: Map<string, T>) {
    this.router = Router({ mergeParams: true, caseSensitive: true })
    this.router.get('/', this.list)
    this.router.get('/:id', this.show.bind(this))
    this.router.delete('/:id', requireRole('admin'), asyncHandler(this.remove))
    this.register(this.router)
  }

  protected abstract register(router: Router): void

  private list = (_req: Request, res: Response<T[]>) => {
    res.json([...this.store.values()])
  }

  private show(req: Request<{ id: string }>, res: Response<T>, next: NextFunction) {
    const found = this.store.get(req.params.id)
    if (!found) return next(new NotFound(req.params.id))
    return res.json(found)
  }

  private remove = async (req: Request, res: Response): Promise<void> => {
    this.store.delete(String(req.params.id))
    res.status(204).end()
  }
}

class UserController extends Controller<User> {
  protected override register(router: Router) {
    router
      .route('/:id/avatar')
      .all(requestId)
      .get((req, res) => res.sendFile(resolve('avatars', req.params.id)))
      .post(upload.single('avatar'), this.avatar)
    router.put(
      '/:id',
      validate(param('id').isInt(), body('name').isString()),
      wrap<{ id: string }, User, { name: string }, {}>(async (req, res) => {
        const data = matchedData(req) as { name: string }
        res.json({ id: req.params.id, name: data.name + req.body.name })
      }),
    )
  }

  private avatar: RequestHandler = (req, res) => {
    if (!req.file) throw new HttpError(400, 'no file')
    const files = req.files as Express.Multer.File[] | undefined
    res.json({ size: req.file.size, name: req.file.originalname, more: files?.length })
  }
}

// Routers.

const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 1024 } })

function createCartRouter(): express.Router {
  const router = express.Router()
  router.use(express.urlencoded({ extended: true }))
  router.get('/', (req, res) => {
    res.render('cart', { items: req.session.cart ?? [], user: req.user?.email })
  })
  router.post('/items', (req: Request<{}, {}, { sku: string }>, res) => {
    req.session.cart = [...(req.session.cart ?? []), { sku: req.body.sku, count: 1 }]
    req.session.save((err) => (err ? res.sendStatus(500) : res.redirect(303, '/cart')))
  })
  return router
}

const auth = Router()
auth.post('/login', passport.authenticate('local', { failureRedirect: '/login' }), (req, res) => {
  const to = req.session.returnTo || '/'
  delete req.session.returnTo
  res.redirect(to)
})
auth.post('/logout', (req, res, next) => {
  req.logout((err) => {
    if (err) return next(err)
    const options: CookieOptions = { httpOnly: true, sameSite: 'lax', path: '/' }
    res.clearCookie('sid', options).cookie('bye', { at: Date.now() }, { maxAge: 1000 })
    res.format({ html: () => res.redirect('/'), json: () => res.json({ ok: true }) })
  })
})

// Errors, as the last middleware.

const errorHandler: ErrorRequestHandler = (err, req, res, next) => {
  if (res.headersSent) return next(err)
  const status = err instanceof HttpError ? err.status : (err.status ?? 500)
  req.app.emit('problem', err)
  res.status(status).json({ error: err.message, id: res.locals.requestId })
}

function notFound(req: Request, _res: Response, next: NextFunction) {
  next(new NotFound(`${req.method} ${req.originalUrl}`))
}

// The application.

export function createApp(): Express {
  const app = express()
  const origins: CorsOptions = { origin: ['https://example.org'], credentials: true }
  app.startedAt = new Date()
  app.locals.title = 'Shop'
  app.set('trust proxy', 1).set('view engine', 'pug').disable('x-powered-by')
  app.engine('html', (path, _options, done) => done(null, path))

  passport.use(new LocalStrategy((name, _password, done) => done(null, accountOf(name))))
  passport.serializeUser((user, done) => done(null, user.id))
  passport.deserializeUser<number>((id, done) => done(null, accountOf(String(id))))

  app.use(helmet(), compression(), cors(origins), morgan('combined'))
  app.use(express.static(resolve('public'), { maxAge: '1d', setHeaders: setHeaders }))
  app.use(express.json({ verify: keepRawBody }), bodyParser.text())
  app.use(cookieParser('secret'))
  app.use(session({ secret: 'secret', resave: false, saveUninitialized: false }))
  app.use(passport.initialize(), passport.session())
  app.use('/api', rateLimit({ windowMs: 1000, limit: 10, keyGenerator: (req) => req.ip ?? '' }))
  app.use(requestId)

  app.param('tenant', loadTenant)
  app.get('/:tenant/info', (req, res) => res.json({ ...req.tenant, slug: req.params.tenant }))
  app.get('/users', listUsers)
  app.post('/users', requireRole('admin', 'editor'), createUser)
  app.post<{ id: string }, User | ErrorBody, { name: string }>('/users/:id', (req, res) => {
    res.json({ id: req.params.id, name: req.body.name })
  })
  app.get(/^\/legacy\/(.+)$/, (req, res) => res.redirect(301, `/${req.params[0]}`))
  app.get(['/about', '/about-us'], [requestId, notFound], notFound)
  app.post('/hook', verifySignature, (_req, res) => void res.sendStatus(202))
  app.use('/members', new UserController(new Map()).router)
  app.use('/cart', createCartRouter())
  app.use('/auth', auth)
  app.all('/download', (_req, res) => {
    res.download('report.pdf', 'report.pdf', (err) => {
      if (err) console.error(err)
    })
  })
  app.use(notFound)
  app.use(errorHandler)
  app.use((err: Error, _req: Request, res: Response, _next: NextFunction) => {
    res.type('text').send(err.stack)
  })
  return app
}

function accountOf(email: string): Account {
  return { id: 1, email, roles: ['reader'] }
}

function setHeaders(res: Response, path: string) {
  if (path.endsWith('.html')) res.setHeader('Cache-Control', 'no-cache')
}

function keepRawBody(req: Request, _res: unknown, buffer: Buffer) {
  req.rawBody = buffer
}

export function start(app: Application, port = process.env.PORT || 3000): Server {
  app.listen(port, () => console.log('listening'))
  return createServer(app).listen(0)
}
