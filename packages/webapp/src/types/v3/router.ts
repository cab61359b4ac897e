import type { IncomingMessage } from 'node:http'
import type * as shared from '../shared/matchers.ts'
import type { RouterMethods } from '../shared/methods.ts'
import type { Method, PathParams } from '../shared/route-keys.ts'
import type { ParamOption } from '../v4/handlers.ts'
import type {
  Handler,
  ParamAdapter,
  RequestHandlerParams,
  RequestParamHandler,
} from './handlers.ts'
import type { NamedRoutes } from './named-routes.ts'
import type { Route } from './route.ts'

/** Registers handlers for a path; `T` is the return type. */
// The method is the second type parameter because `@types/express` has it there.
export interface IRouterMatcher<T, _Method extends Method | 'all' = any>
  extends shared.IRouterMatcher<T, any, unknown, '3.x'> {}

/** Routes by method in lower case; a route that is removed from here is no longer served. */
export interface RouteMap {
  [method: string]: Route[]
}

/** Options for a router. */
export interface RouterOptions {
  /** Treats `/Foo` and `/foo` as different paths; off by default. */
  caseSensitive?: boolean | undefined
  /** Responds 405 if a path has routes for other methods alone; as the application by default. */
  methodNotAllowed?: boolean | undefined
  /** Treats `/foo` and `/foo/` as different paths; off by default. */
  strict?: boolean | undefined
}

/** A router: routes by method, which its `middleware` serves. */
export interface Router extends RouterMethods<unknown, '3.x'>, NamedRoutes {
  /** The routes. */
  map: RouteMap
  /** Callbacks registered with `param`, by name. */
  params: Record<string, RequestParamHandler[]>
  /** The functions registered with `param(fn)`. */
  _params: ParamAdapter[]
  /** Whether `/Foo` and `/foo` are different paths, for routes added later. */
  caseSensitive: boolean | undefined
  /** Whether `/foo` and `/foo/` are different paths, for routes added later. */
  strict: boolean | undefined
  /** Middleware that serves the routes; pass it to `app.use`. */
  middleware: Handler

  /** Sets a pattern that a route parameter has to fit; if it does not, the route does not match. */
  param(name: string, pattern: RegExp): this
  /** Registers a callback that runs for each route in which a route parameter is present. */
  param(name: string, handler: RequestParamHandler): this
  /** Passes the option to the functions registered with `param(fn)`. */
  param(name: string, option: ParamOption): this
  /** Adds a function that creates handlers from the options of later calls of `param`. */
  param(adapter: ParamAdapter): void
  /** Adds a route. */
  route(method: string, path: PathParams, ...callbacks: RequestHandlerParams[]): this
  /** The first route for a method and a URL, starting at index `start`. */
  match(method: string, url: string, start?: number, head?: boolean): Route | undefined
  /** The first route for a request, starting at index `start`. */
  matchRequest(req: IncomingMessage, start?: number, head?: boolean): Route | undefined
}

/** Creates routers. */
export interface RouterConstructor {
  new (options?: RouterOptions): Router
  /** The prototype: members added to it are available on every router. */
  readonly prototype: Router
}
