// Programs that are generic: over the path, over the handler, over applications and routers.
import type {
  Express,
  IRouter,
  PathParams,
  RequestHandler,
  RouteParameters,
  Router,
} from '../../../src/types/v4/public.ts'

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
