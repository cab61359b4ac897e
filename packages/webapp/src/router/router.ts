import type { Next, ParamHandler, Req, Res } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { dispatch } from './dispatch.ts'
import { splitPath } from './handlers.ts'
import type { Layer } from './layer.ts'
import { methods } from './methods.ts'
import { noteLocation } from './origin.ts'
import type { ParamHandlers } from './params.ts'
import type { RouterPolicy } from './policy.ts'
import type { Route } from './route.ts'
import { WatchedList } from './watched-list.ts'

export interface RouterOptions {
  readonly caseSensitive?: unknown
  readonly mergeParams?: unknown
  readonly strict?: unknown
}

export interface Router {
  (req: Req, res: Res, next: Next): void
  caseSensitive: unknown
  mergeParams: unknown
  strict: unknown
  params: ParamHandlers
  stack: Layer[]
  handle(req: Req, res: Res, callback: Next): void
  use(...args: unknown[]): this
  param(name: string, handler: ParamHandler): this
  route(path: unknown): Route
}

/** A function that hands requests to its own `handle`; `prototype` gives it its members. */
export function createRouter<R extends Router>(prototype: object): R {
  const created = function router(req: Req, res: Res, next: Next) {
    created.handle(req, res, next)
  } as R
  Object.setPrototypeOf(created, prototype)
  return created
}

/** The stack of a router: a list that people may change, and that requests search quickly. */
export function createStack(): Layer[] {
  // People leave holes in it, and put layers there that are not ours.
  return new WatchedList<Layer | undefined>((layer) => layer?.leads?.()).guarded as Layer[]
}

/** The members that the routers of all dialects have, each in its dialect's manner. */
export function createRouterMembers(policy: RouterPolicy) {
  const members = {
    handle(this: Router, req: Req, res: Res, callback: Next): void {
      dispatch(this, policy, req, res, callback)
    },

    use(this: Router, ...args: unknown[]): Router {
      const { path, rest } = splitPath(args)
      const sensitive = Boolean(this.caseSensitive)
      policy.eachMiddleware(rest, (handler) => {
        const isCopied = Boolean((handler as Partial<Router>).mergeParams)
        const isMerged = () => isCopied || Boolean(this.mergeParams)
        const options = { sensitive, strict: false, end: false, isMerged }
        const layer = policy.createLayer(path, options, handler)
        layer.route = undefined
        this.stack.push(layer)
      })
      return this
    },

    route(this: Router, path: unknown): Route {
      const route = new policy.Route(path)
      noteLocation(route)
      const handle = (req: Req, res: Res, next: Next) => route.dispatch(req, res, next)
      Object.defineProperty(handle, 'name', { value: policy.routeHandlerName })
      const options = {
        sensitive: Boolean(this.caseSensitive),
        strict: Boolean(this.strict),
        end: true,
        isMerged: () => Boolean(this.mergeParams),
      }
      const layer = policy.createLayer(path, options, handle)
      layer.route = route
      this.stack.push(layer)
      return route
    },

    ...createRegistrars(),
  }
  withLength(1, members.use)
  return members
}

type Registrars = Record<string, (...args: unknown[]) => unknown>

/** `router.get`, `router.all` and the others: a route with these handlers. */
function createRegistrars(): Registrars {
  const registrars: Registrars = {}
  for (const method of [...methods, 'all']) {
    registrars[method] = function (this: Router, path: unknown, ...handlers: unknown[]) {
      const route = this.route(path) as unknown as Registrars
      route[method]?.(...handlers)
      return this
    } as Registrars[string]
  }
  return registrars
}

/** Adds a callback for a parameter, whose name may be that of a member of Object.prototype. */
export function addParamHandler(params: ParamHandlers, name: string, handler: ParamHandler): void {
  const known = Object.hasOwn(params, name) ? params[name] : undefined
  if (known === undefined) params[name] = [handler]
  else known.push(handler)
}
