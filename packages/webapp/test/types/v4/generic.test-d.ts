// biome-ignore-all lint/suspicious/noExplicitAny: the functions are written as programs have them.
// biome-ignore-all lint/complexity/noBannedTypes: the functions are written as programs have them.
// Programs that are generic: over the path, over the handler, over applications and routers.
import type {
  Application,
  Express,
  IRouter,
  PathParams,
  RequestHandler,
  Response,
  RouteParameters,
  Router,
} from '../../../src/types/v4/public.ts'
import { exactly } from '../equal.ts'

declare const app: Express
declare const router: Router
declare const auth: RequestHandler

// The path is a type parameter.
export function add<P extends string>(path: P, handler: RequestHandler<RouteParameters<P>>) {
  app.get(path, handler)
  app.use(path, handler, router)
  app.route(path).get(auth)
  router.get(path, (req, res) => res.json(req.params))
}
export function mount<P extends PathParams>(path: P) {
  app.get(path, (req) => req.params)
  app.use(path, auth, router)
  app.route(path).get((req) => req.params)
}
export class Endpoint<P extends `/api/${string}`> {
  constructor(readonly path: P) {
    router.get(this.path, auth).use(this.path, router)
  }
}

// An application is a router.
export const routers: [IRouter, Router, IRouter] = [app, app, router]
export function setUp<R extends IRouter>(target: R): R {
  target
    .use(auth)
    .route('/:id')
    .get((req, res) => res.send(req.params.id))
  target.get('/:id', (req, res) => res.send(req.params.id))
  target.param('id', (_req, _res, next) => next())
  return target
}
setUp(app).listen()
setUp(router)

// Functions that wrap handlers, which see the request of the route.
declare function wrap<P, R, B, Q>(h: RequestHandler<P, R, B, Q>): RequestHandler<P, R, B, Q>
declare function traced<A extends any[], R>(f: (...args: A) => R): (...args: A) => R
declare function same<T>(value: T): T
declare function wrapFunction<T extends Function>(f: T): T
declare function wrapHandler<T extends RequestHandler>(f: T): T
app.get(
  '/:id',
  wrap((req) => exactly<{ id: string }>()(req.params)),
)
app.get(
  '/:id',
  traced((req) => exactly<{ id: string }>()(req.params)),
)
app.get(
  '/:id',
  auth,
  same((req) => exactly<{ id: string }>()(req.params)),
  (req) => exactly<{ id: string }>()(req.params),
)
app.get(
  '/:id',
  auth,
  wrapFunction((req) => exactly<{ id: string }>()(req.params)),
)
app
  .route('/:id')
  .get(
    auth,
    wrap((req, res) => {
      exactly<{ id: string }>()(req.params)
      res.json(req.body.name)
    }),
  )
  .put(traced((req) => exactly<{ id: string }>()(req.params)))
  .post(same((req) => exactly<{ id: string }>()(req.params)))
  .patch(wrapHandler((req, res) => res.send(req.params.id)))
app.use(
  auth,
  wrap((req, _res, next) => {
    exactly<any>()(req.body)
    next()
  }),
)
app.use(same((_req, _res, next) => next()))
app.use(traced((req, res) => res.json(req.body)))
app.use(
  '/:id',
  wrap((req, res) => res.send(req.params.id)),
)

// An application or a router.
export function parse(target: Application | Router) {
  target.use(auth)
  target.use((req, res) => res.json(req.body))
}

// A path with a part that is not a literal keeps the parameters behind it.
declare const base: string
declare const version: number
app.get(`${base}/:id`, (req) => exactly<{ [name: string]: string; id: string }>()(req.params))
app.route(`/api/${base}/:id`).get((req) => exactly<string>()(req.params.id))
app.get(`/v${version}/users/:id`, (req) => exactly<string>()(req.params.id))

// A response with a narrower body.
export interface TypedResponse<T> extends Response {
  json(body?: T): this
}

// Mocks infer no types from the route.
declare function mock<F extends Function = (...args: any[]) => undefined>(
  original?: F,
): F & { mock: object }
app.use(mock(), auth)
app.use('/', mock())
app.route('/:id').get(mock(), (req) => exactly<{ id: string }>()(req.params))
app.get('/', mock())

// Handlers return nothing that is read; a handler of JavaScript may have no return.
exactly<void>()(auth(...([] as unknown as Parameters<typeof auth>)))
declare const handle: (...args: Parameters<RequestHandler>) => Promise<void>
export const handlers: RequestHandler[] = [handle, (_req, res) => res.end(), async () => 1]
