// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
// biome-ignore-all lint/complexity/noBannedTypes: a path without parameters has exactly this type.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type {
  ErrorRequestHandler,
  Express,
  Handler,
  IRouter,
  NextFunction,
  ParamsDictionary,
  Request,
  RequestHandler,
  RequestParamHandler,
  Response,
  Route,
  Router,
  Webapp,
} from '../../../src/types/v3/public.ts'
import type * as v4 from '../../../src/types/v4/public.ts'
import type * as v5 from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
declare const app: Express
declare const auth: RequestHandler
declare const handler: Handler
declare const onError: ErrorRequestHandler
declare const plain: (
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: unknown) => void,
) => void

// Parameters come from the path, for every way of adding handlers.
app.get('/users/:id/:tab?', (req, res, next) => {
  exactly<{ id: string; tab?: string } & string[]>()(req.params)
  exactly<string>()(req.params.id)
  exactly<string | undefined>()(req.params.tab)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
  // @ts-expect-error there is no such parameter
  req.params.name
})
app.get('/:id(\\d+)', auth, plain, handler, (req) => exactly<string>()(req.params.id))
app.get('/:id', [auth, [plain]], [(req) => exactly<string>()(req.params.id)])
app.all('*', async (req) => exactly<string>()(req.params[0]))
app.del('/:id', (req) => exactly<string>()(req.params.id))
app.put('/files/*', (req) => exactly<{ 0: string } & string[]>()(req.params))

// Without a literal the parameters are the general dictionary.
app.get(/^\/(\d+)$/, (req) => exactly<ParamsDictionary & string[]>()(req.params))
app.get(['/:a', '/b'], (req) => exactly<ParamsDictionary & string[]>()(req.params))
app.get(/^\/(\d+)$/, (req) => exactly<string | undefined>()(req.params.shift()))

// Error handlers stand in routes too.
app.get('/:id', auth, (err, req, res, next) => {
  exactly<any>()(err)
  exactly<string>()(req.params.id)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
})
app.get('/:id', [auth, onError], (req) => req.params, onError)
app.get('/:id', (req: Request, res: Response) => res.send(req.params.id))
app.get('/:id?', (req: Request<{ id?: string }>, res) => res.send(200, req.params.id))
app.post('/', (req: Request<{}, { ok: boolean }, { name: string }>, res) => {
  res.json(200, { ok: req.body.name === '' })
  // @ts-expect-error the body of the answer is told by the request
  res.json({ ok: 1 })
})
app.get<{ id: string }, string[], never, { page?: string }>('/:id', (req, res) => {
  exactly<{ page?: string }>()(req.query)
  res.json([req.params.id])
})

// Middleware: one at a time, on a path that is plain text.
declare const server: Server
exactly<Express>()(app.use(auth).use('/a', plain).use(handler).use(onError).use('/b', onError))
app.use((req, res, next) => {
  exactly<Request>()(req)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
})
app.use('/a', (err, req, res, next) => {
  exactly<any>()(err)
  exactly<Request>()(req)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
})
app.use(app).use('/a', webapp()).use(server).use({ handle: plain })
// @ts-expect-error one at a time
app.use('/a', auth, auth)
// @ts-expect-error lists came with 4.x
app.use([auth])
// @ts-expect-error patterns came with 4.x
app.use(/a/, auth)

// Routers.
const router = new webapp.Router({ caseSensitive: true, strict: true })
exactly<Router>()(router)
exactly<Router>()(router.get('/', auth).all('/', auth).route('get', '/:id', auth, [onError]))
router.get('/:id?', (req) => exactly<string | undefined>()(req.params.id))
exactly<Route | undefined>()(router.match('GET', '/') ?? router.matchRequest({} as Request, 1))
exactly<Route[] | undefined>()(router.map.get)
app.use('/api', router.middleware)
const _general: IRouter = router
exactly<Route>()(new webapp.Route('get', '/:id', [auth, onError], { sensitive: true }))
// @ts-expect-error routers are middleware since 4.x
app.use(router)
// @ts-expect-error and need no `new` since then
webapp.Router()

// Parameter callbacks, and functions that make them.
declare const onParam: RequestParamHandler
exactly<Express>()(app.param('id', onParam).param(['a', 'b'], onParam))
app.param('id', (req, _res, next, value, name) => {
  exactly<Request>()(req)
  next(new Error(name + value))
})
exactly<Express>()(app.param((name, option) => option.test(name) && onParam))
exactly<Express>()(app.param('id', /^\d+$/).param(['a', 'b'], /x/))
exactly<Router>()(router.param('id', /^\d+$/))
exactly<void>()(
  router.param((_name, option: RegExp) => (_req, _res, next, value) => {
    next(option.test(value) ? undefined : 'route')
  }),
)
exactly<Router>()(router.param('id', { min: 1 }).param('id', onParam))

// All dialects in one process.
declare const v4App: v4.Express
declare const v4Router: v4.Router
declare const v5App: v5.Express
declare const v5Handler: v5.RequestHandler
v5App.use('/old', app, auth, onError, router.middleware)
v4App.use('/old', app, auth, onError)
app.use('/new', v5App).use(v4App).use(v4Router).use(v5Handler)
app.get('/:id', v5Handler, v4Router, (req) => exactly<string>()(req.params.id))

// 405 for the paths of one router.
exactly<Router>()(new webapp.Router({ methodNotAllowed: true }))
new webapp.Router({ methodNotAllowed: undefined, strict: true })
// @ts-expect-error it is on or off
new webapp.Router({ methodNotAllowed: 'yes' })
