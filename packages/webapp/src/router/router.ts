import type { Next, ParamHandler, Req, Res } from '../http/exchange.ts'
import { withLength } from '../surface/expose.ts'
import { dispatch } from './dispatch.ts'
import { eachHandler, splitPath } from './handlers.ts'
import type { Layer } from './layer.ts'
import { methods } from './methods.ts'
import type { ParamHandlers } from './params.ts'
import type { RouterPolicy } from './policy.ts'
import { defineRoute, type Route, type RouteClass } from './route.ts'

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

export interface RouterClass {
  (options?: RouterOptions): Router
  new (options?: RouterOptions): Router
  readonly prototype: Router
  Route: RouteClass
}

/** The Router of a dialect: callable with and without `new`, and open to subclasses. */
export function defineRouter(policy: RouterPolicy): RouterClass {
  const Route = defineRoute(policy)

  function Router(this: unknown, options?: RouterOptions): Router {
    if (!(this instanceof Router)) return new RouterCtor(options)
    const created = function router(req: Req, res: Res, next: Next) {
      created.handle(req, res, next)
    } as Router
    // The fresh `this` stays in the chain, so that a subclass gives its members to its routers.
    Object.setPrototypeOf(created, this)
    created.caseSensitive = options?.caseSensitive
    created.mergeParams = options?.mergeParams
    created.params = {}
    created.strict = options?.strict
    created.stack = []
    return created
  }

  // `function` is what can be called both ways; its type as a constructor cannot be written.
  const RouterCtor = Router as unknown as RouterClass
  Router.prototype = createPrototype(policy, Route)
  RouterCtor.Route = Route
  return RouterCtor
}

function createPrototype(policy: RouterPolicy, Route: RouteClass): Router {
  // biome-ignore lint/complexity/useArrowFunction: a function, as people find it, has a prototype.
  const prototype = function () {} as unknown as Router

  const members = {
    param(this: Router, name: unknown, handler: unknown): Router {
      if (!name) throw new TypeError('argument name is required')
      if (typeof name !== 'string') throw new TypeError('argument name must be a string')
      if (!handler) throw new TypeError('argument fn is required')
      if (typeof handler !== 'function') throw new TypeError('argument fn must be a function')
      const known = Object.hasOwn(this.params, name) ? this.params[name] : undefined
      if (known === undefined) this.params[name] = [handler as ParamHandler]
      else known.push(handler as ParamHandler)
      return this
    },

    handle(this: Router, req: Req, res: Res, callback: Next): void {
      if (!callback) throw new TypeError('argument callback is required')
      dispatch(this, policy, req, res, callback)
    },

    use(this: Router, ...args: unknown[]): Router {
      const { path, rest } = splitPath(args)
      const options = { sensitive: Boolean(this.caseSensitive), strict: false, end: false }
      eachHandler(rest, (handler) => {
        const layer = policy.createLayer(path, options, handler)
        layer.route = undefined
        this.stack.push(layer)
      })
      return this
    },

    route(this: Router, path: unknown): Route {
      const route = new Route(path)
      const handle = (req: Req, res: Res, next: Next) => route.dispatch(req, res, next)
      Object.defineProperty(handle, 'name', { value: policy.routeHandlerName })
      const options = {
        sensitive: Boolean(this.caseSensitive),
        strict: Boolean(this.strict),
        end: true,
      }
      const layer = policy.createLayer(path, options, handle)
      layer.route = route
      this.stack.push(layer)
      return route
    },
  }
  Object.assign(prototype, members)
  for (const method of [...methods, 'all']) {
    const register = function (this: Router, path: unknown, ...handlers: unknown[]) {
      const route = this.route(path) as unknown as Record<string, (...args: unknown[]) => unknown>
      route[method]?.(...handlers)
      return this
    }
    Object.assign(prototype, { [method]: register })
  }
  withLength(1, members.use)
  return prototype
}
