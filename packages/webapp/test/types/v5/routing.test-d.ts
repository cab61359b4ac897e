// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
// biome-ignore-all lint/complexity/noBannedTypes: a path without parameters has exactly this type.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  Application,
  ErrorRequestHandler,
  Express,
  IRoute,
  NextFunction,
  ParamsDictionary,
  ParsedQs,
  Request,
  RequestHandler,
  Response,
  Router,
  Webapp,
} from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
declare const app: Express
declare const router: Router
declare const auth: RequestHandler
declare const onError: ErrorRequestHandler
declare const plain: (
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: unknown) => void,
) => void

// Parameters come from the path, for every way of adding handlers.
app.get('/users/:id{/:tab}', (req, res, next) => {
  exactly<{ id: string; tab?: string }>()(req.params)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
  // @ts-expect-error there is no such parameter
  req.params.name
})
app.get('/:id', auth, plain, (req) => exactly<{ id: string }>()(req.params))
app.get('/:id', [auth, [plain]], [(req) => exactly<{ id: string }>()(req.params)])
app.use('/:id', (req) => exactly<{ id: string }>()(req.params))
app.all('/*path', async (req) => exactly<{ path: string[] }>()(req.params))
app['m-search']('/:id', (req) => exactly<{ id: string }>()(req.params))
app.query('/:id', (req) => exactly<{ id: string }>()(req.params))
router.put('/:id', (req) => exactly<{ id: string }>()(req.params))
app
  .route('/:id')
  .get((req) => exactly<{ id: string }>()(req.params))
  .post(auth, (req) => exactly<{ id: string }>()(req.params))
  .all((_err, req, _res, _next) => exactly<{ id: string }>()(req.params))

// Without a literal the parameters are the general dictionary.
app.get(/^\/(\d+)$/, (req) => exactly<ParamsDictionary>()(req.params))
app.get(['/:a', /b/, ['/:c']], (req) => exactly<ParamsDictionary>()(req.params))
app.get('/x' as string, (req) => exactly<ParamsDictionary>()(req.params))
app.use((req) => exactly<ParamsDictionary>()(req.params))
app.route(/x/).get((req) => exactly<ParamsDictionary>()(req.params))

// Error handlers are told by their four parameters and need no annotation.
app.use((err, req, res, next) => {
  exactly<any>()(err)
  exactly<ParamsDictionary>()(req.params)
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
})
app.get(
  '/:id',
  (req) => exactly<{ id: string }>()(req.params),
  (err, req, _res, next) => {
    exactly<{ id: string }>()(req.params)
    next(err)
  },
)
app.use('/:id', [auth, onError], (req) => req.params, onError)
app.get(/x/, (_err, req, _res, _next) => exactly<ParamsDictionary>()(req.params))

// Annotated handlers have their say.
app.get('/:id', (req: Request, res: Response) => res.send(req.params.id))
app.get('/:id{/:tab}', auth, (req, res) => res.send(req.params.id))
app.get('/:n', (req: Request<{ n: `${number}` }>, res) => res.send(req.params.n))
app.get('/*path', (req: Request, res: Response) => res.json(req.params))
app.post('/', (req: Request<{}, { ok: boolean }, { name: string }>, res) => {
  res.json({ ok: req.body.name === '' })
  // @ts-expect-error the body of the answer is told by the request
  res.json({ ok: 1 })
})
declare const checked: RequestHandler<ParamsDictionary, any, { age: number }, { page: string }>
app.post('/:id', checked, (req) => {
  exactly<{ age: number }>()(req.body)
  exactly<{ page: string }>()(req.query)
})

// Middleware typed for no framework is accepted and spoils nothing.
declare function generic<Q extends { method?: string }>(): (
  req: Q,
  res: { setHeader(name: string, value: string): unknown },
  next: (err?: any) => any,
) => void
declare const foreign: (req: { params: any }, res: { end(): any }, next: () => any) => Promise<void>
declare const foreignError: (
  err: Error,
  req: { url: string },
  res: ServerResponse,
  next: any,
) => void
app.use(generic(), foreign, foreignError)
app.get('/:id', generic(), [foreign], (req) => exactly<{ id: string }>()(req.params))

// What asks for more than a request has is not.
interface SignedIn extends Request {
  account: { name: string }
}
// @ts-expect-error nobody promised an account
app.get('/', (req: SignedIn, res: Response) => res.send(req.account.name))
// @ts-expect-error nobody promised an account
app.use((_err: Error, _req: SignedIn, _res: Response, _next: NextFunction) => {})
// @ts-expect-error the response comes second
app.use((_res: Response, _req: Request, _next: NextFunction) => {})
// @ts-expect-error next can only be called
app.use((_req: Request, _res: Response, _next: { stop(): void }) => {})
// @ts-expect-error a list is checked too
app.use([auth, (_req: SignedIn, _res: Response) => {}])

// Type arguments: the parameters first, or the path first.
app.get<{ id: string }, string[], never, { page?: string }>('/:id', (req, res) => {
  exactly<{ page?: string }>()(req.query)
  res.json([req.params.id])
  // @ts-expect-error a list was promised
  res.json('')
})
app.get<'/:id', { id: '1' | '2' }>('/:id', (req) => exactly<{ id: '1' | '2' }>()(req.params))

// mergeParams brings the parent's parameters through the type argument.
const tasks = webapp.Router<{ project: string }>({ mergeParams: true })
tasks.get('/:task', (req) => exactly<{ task: string } & { project: string }>()(req.params))
tasks.route('/:task').get((req) => exactly<string>()(req.params.project))
tasks.use((req) => exactly<string>()(req.params.project))
app.use('/:project/tasks', tasks)

// Chains and mounts.
exactly<Express>()(app.get('/', auth).use(auth).use('/', router).param('id', onParam))
exactly<Router>()(router.get('/', auth).all('/', auth).use(router))
exactly<IRoute<'/:id'>>()(app.route('/:id').get(auth))
exactly<Router>()(new webapp.Router({ strict: true, caseSensitive: undefined }))
app.use(app, router, plain, [auth, [router]])
app.use('/sub', webapp(), ...[auth, auth])
function onParam(req: Request, _res: Response, next: NextFunction, value: string, name: string) {
  exactly<ParsedQs>()(req.query)
  next(name === value ? undefined : 'route')
}
exactly<Express>()(app.param('id', /^\d+$/).param(['a', 'b'], /x/))
exactly<Router>()(router.param('id', /^\d+$/))
// @ts-expect-error A pattern is a regular expression.
app.param('id', '\\d+')
app.param(['a', 'b'], (_req, _res, next, value, name) => next(new Error(name + value)))

// @ts-expect-error a handler is a function
app.get('/', 'not a function')
// @ts-expect-error a path is not a number
app.get(1, auth)
// @ts-expect-error nothing takes five parameters
app.use((_a: unknown, _b: unknown, _c: unknown, _d: unknown, _e: unknown) => {})
// @ts-expect-error routers take one name
router.param(['a'], onParam)
// @ts-expect-error there is no such method
app.fetch('/', auth)
exactly<Application>()(webapp.application)

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

// A literal in the syntax of 4.x is an error; old-patterns.test-d.ts has the spellings.
// @ts-expect-error in 5.x write '/users{/:id}'
app.get('/users/:id?', (req) => req.params)
// @ts-expect-error in 5.x write '/users{/:id}'
app.get('/users/:id?', (req: Request, res: Response) => res.json(req.params))
// @ts-expect-error in 5.x write '/{*splat}'
app.use('*', auth)
// @ts-expect-error in 5.x write '/files/{*splat}'
app.all('/files/*', (req) => req.params)
// @ts-expect-error in 5.x write '/users/:id'
router.get('/users/:id(\\d+)', auth)
// @ts-expect-error in 5.x write a regular expression
router.get('/(a|b)', auth)
// @ts-expect-error in 5.x write '/users{/:id}'
app.route('/users/:id?').get(auth)
// @ts-expect-error in 5.x write '/users{/:id}'
new webapp.Route('/users/:id?')
app.get('/users/:id?' as string, auth)
app.route('/users' as string).get((req) => exactly<ParamsDictionary>()(req.params))
app.route(['/a', /b/]).get((req) => exactly<ParamsDictionary>()(req.params))
declare const either: '/a' | '/b/*c'
app.get(either, auth)

// 405 for the paths of one router.
exactly<Router>()(webapp.Router({ methodNotAllowed: true }))
webapp.Router({ methodNotAllowed: undefined, strict: true })
// @ts-expect-error it is on or off
webapp.Router({ methodNotAllowed: 'yes' })
