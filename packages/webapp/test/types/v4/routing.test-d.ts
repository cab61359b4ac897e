// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
// biome-ignore-all lint/complexity/noBannedTypes: a path without parameters has exactly this type.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  ErrorRequestHandler,
  Express,
  Handler,
  IRoute,
  IRouter,
  NextFunction,
  ParamsDictionary,
  Request,
  RequestHandler,
  RequestParamHandler,
  Response,
  Router,
  Webapp,
} from '../../../src/types/v4/public.ts'
import type * as v5 from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
declare const app: Express
declare const router: Router
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
  exactly<{ id: string; tab?: string }>()(req.params)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
  // @ts-expect-error there is no such parameter
  req.params.name
})
app.get('/:id(\\d+)', auth, plain, handler, (req) => exactly<{ id: string }>()(req.params))
app.get('/:id', [auth, [plain]], [(req) => exactly<{ id: string }>()(req.params)])
app.all('*', async (req) => exactly<string>()(req.params[0]))
app.use('/:id', (req) => exactly<{ id: string }>()(req.params))
app.del('/:id', (req) => exactly<{ id: string }>()(req.params))
router.put('/files/*', (req) => exactly<{ 0: string }>()(req.params))
app
  .route('/:id?')
  .get((req) => exactly<{ id?: string }>()(req.params))
  .all((_err, req, _res, _next) => exactly<{ id?: string }>()(req.params))

// Without a literal the parameters are the general dictionary.
app.get(/^\/(\d+)$/, (req) => exactly<string>()(req.params[0] as string))
app.get(['/:a', /b/, ['/:c']], (req) => exactly<ParamsDictionary>()(req.params))
app.use((req) => exactly<ParamsDictionary>()(req.params))

// Error handlers, annotated handlers, type arguments.
app.use((err, req, res, next) => {
  exactly<any>()(err)
  exactly<ParamsDictionary>()(req.params)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
})
app.use('/:id', [auth, onError], (req) => req.params, onError)
app.get('/:id', (req: Request, res: Response) => res.send(req.params.id))
app.get('/:id?', (req: Request<{ id?: string }>, res) => res.send(200, req.params.id))
app.get('*', (req: Request, res: Response) => res.send(req.params[0]))
app.post('/', (req: Request<{}, { ok: boolean }, { name: string }>, res) => {
  res.json(200, { ok: req.body.name === '' })
  // @ts-expect-error the body of the answer is told by the request
  res.json({ ok: 1 })
})
app.get<{ id: string }, string[], never, { page?: string }>('/:id', (req, res) => {
  exactly<{ page?: string }>()(req.query)
  res.json([req.params.id])
})

// Routers; what hangs on the function is what they inherit.
const tasks = webapp.Router<{ project: string }>({ mergeParams: true })
tasks.get('/:task?', (req) => exactly<{ task?: string } & { project: string }>()(req.params))
exactly<Router>()(new webapp.Router({ strict: true }))
exactly<Router>()(router.get('/', auth).all('/', auth).use(router))
exactly<IRoute<'/:id?'>>()(app.route('/:id?').get(auth))
const { use, handle } = webapp.Router
webapp.Router.use = use
webapp.Router.handle = handle
const _general: IRouter = router
app.use('/:project/tasks', tasks)
app.use(app, router, plain, [auth, [router]])

// Parameter callbacks, and the deprecated ways to make them.
declare const onParam: RequestParamHandler
exactly<Express>()(app.param('id', onParam).param(['a', 'b'], onParam))
app.param('id', (req, _res, next, value, name) => {
  exactly<Request>()(req)
  next(new Error(name + value))
})
exactly<Express>()(app.param((name, option) => option.test(name) && onParam))
exactly<Express>()(app.param('id', /^\d+$/).param(['a', 'b'], /x/))
exactly<Router>()(router.param('id', /^\d+$/))
exactly<any>()(
  router.param((_name, option: RegExp) => (_req, _res, next, value) => {
    next(option.test(value) ? undefined : 'route')
  }),
)
exactly<Router>()(router.param('id', { min: 1 }).param('id', onParam))
exactly<number | undefined>()(router._params?.length)
// @ts-expect-error nothing takes six parameters
app.param('id', (_a: 1, _b: 2, _c: 3, _d: 4, _e: 5, _f: 6) => {})

// Both dialects in one process.
declare const newer: v5.Express
declare const newerRouter: v5.Router
declare const newerHandler: v5.RequestHandler
newer.use('/old', app, router, auth, onError)
app.use('/new', newer, newerRouter, newerHandler)
newer.get('/:id{/:tab}', auth, (req) => exactly<{ id: string; tab?: string }>()(req.params))

// Functions that create middleware are called.
// @ts-expect-error json is not called
app.use(webapp.json)
// @ts-expect-error urlencoded is not called
app.use('/', webapp.urlencoded)
// @ts-expect-error text is not called
app.use(auth, webapp.text)
// @ts-expect-error raw is not called
app.post('/', webapp.raw, auth)
// @ts-expect-error static is not called
app.use(webapp.static)
// @ts-expect-error Router is not called
app.use('/api', webapp.Router)
webapp.json.call(undefined)
for (const parse of [webapp.json, webapp.text]) app.use(parse())

// The parameters of the parent are there with mergeParams alone.
exactly<Router<{}>>()(webapp.Router({ mergeParams: true }))
exactly<Router>()(webapp.Router({ mergeParams: flag }))
exactly<Router<{ project: string }>>()(
  new webapp.Router<{ project: string }>({ mergeParams: true }),
)
// @ts-expect-error mergeParams is missing
webapp.Router<{ project: string }>()
// @ts-expect-error mergeParams is missing
new webapp.Router<{ project: string }>()
// @ts-expect-error mergeParams is missing
webapp.Router<{ project: string }>({ strict: true })
// @ts-expect-error mergeParams is off
webapp.Router<{ project: string }>({ mergeParams: false })
declare const flag: boolean

// Patterns of 4.x stay as they are.
app.get('/users/:id?', (req) => exactly<{ id?: string }>()(req.params))
app.get('*', auth)
app.route('/files/*').get((req) => exactly<string>()(req.params[0]))

// 405 for the paths of one router.
exactly<Router>()(webapp.Router({ methodNotAllowed: true }))
webapp.Router({ methodNotAllowed: undefined, strict: true })
// @ts-expect-error it is on or off
webapp.Router({ methodNotAllowed: 'yes' })
