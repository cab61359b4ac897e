import { recordLocation } from '../errors/locations.ts'
import { reportHandlers } from '../errors/mistakes.ts'
import { places, recordPlace } from '../errors/places.ts'
import type { Next, ParamHandler, Req, Res } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { dispatch } from './dispatch.ts'
import { splitPath } from './handlers.ts'
import { methods } from './methods.ts'
import { recordMounting } from './mounts.ts'
import type { ParamHandlers } from './params.ts'
import { nameRoute } from './route-names.ts'
import {
  type AnyHandler,
  kRouter,
  type Layer,
  type Route,
  type RouterPolicy,
} from './router-types.ts'
import { append, WatchedList } from './watched-list.ts'

export interface RouterOptions {
  readonly caseSensitive?: unknown
  readonly mergeParams?: unknown
  readonly methodNotAllowed?: unknown
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
  route(path: unknown, naming?: unknown): Route
}

/** Creates a router: a function that calls its own `handle` and inherits from `prototype`. */
export function createRouter<R extends Router>(prototype: object): R {
  const created = function router(req: Req, res: Res, next: Next) {
    created.handle(req, res, next)
  } as R
  Object.setPrototypeOf(created, prototype)
  return created
}

/** The stack of a router: user code may change it, and `WatchedList` keeps its index up to date. */
export function createLayerStack(): Layer[] {
  // Packages leave holes in stacks and insert layers of other frameworks.
  return new WatchedList<Layer | undefined>((layer) => layer?.leads?.()).proxy as Layer[]
}

export function createRouterMembers(policy: RouterPolicy) {
  const members = {
    handle(this: Router, req: Req, res: Res, callback: Next): void {
      dispatch(this, policy, req, res, callback)
    },

    use(this: Router, ...args: unknown[]): Router {
      const { path, rest } = splitPath(args)
      const sensitive = Boolean(this.caseSensitive)
      const add = (handler: AnyHandler) => {
        const isCopied = Boolean((handler as Partial<Router>).mergeParams)
        const isMerged = () => isCopied || Boolean(this.mergeParams)
        const options = { sensitive, strict: false, end: false, isMerged }
        const layer = policy.createLayer(path, options, handler)
        layer.route = undefined
        append(this.stack, layer)
        recordMounting(handler, this)
        if (places.areRecorded) recordPlace(layer, handler)
      }
      try {
        policy.eachMiddleware(rest, add)
      } catch (error) {
        reportHandlers('use', path, rest)
        throw error
      }
      return this
    },

    route(this: Router, path: unknown, ...[naming]: [unknown?]): Route {
      const route = new policy.Route(path)
      recordLocation(route)
      route[kRouter](this)
      if (naming !== undefined) nameRoute(route, path, naming)
      const options = {
        sensitive: Boolean(this.caseSensitive),
        strict: Boolean(this.strict),
        end: true,
        isMerged: () => Boolean(this.mergeParams),
      }
      const layer = policy.createLayer(path, options, policy.createRouteHandler(route))
      layer.route = route
      append(this.stack, layer)
      return route
    },

    ...createRegistrars(),
  }
  withLength(1, members.use)
  return members
}

type Registrars = Record<string, (...args: unknown[]) => unknown>

/** `router.get`, `router.all` and the others: each adds a route with the given handlers. */
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

/** Adds a callback for a parameter, which may have the name of an Object.prototype member. */
export function addParamHandler(params: ParamHandlers, name: string, handler: ParamHandler): void {
  const known = Object.hasOwn(params, name) ? params[name] : undefined
  if (known === undefined) params[name] = [handler]
  else known.push(handler)
}
