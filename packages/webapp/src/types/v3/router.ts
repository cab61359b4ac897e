// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { IncomingMessage } from 'node:http'
import type * as shared from '../shared/matchers.ts'
import type { Method, RouterMethods } from '../shared/methods.ts'
import type { ParamOption } from '../v4/handlers.ts'
import type {
  Handler,
  ParamAdapter,
  RequestHandlerParams,
  RequestParamHandler,
} from './handlers.ts'
import type { Route } from './route.ts'

/** Registers handlers for a path; `T` is what it returns. */
// The method is a parameter because people know it as the second.
export interface IRouterMatcher<T, _Method extends Method | 'all' = any>
  extends shared.IRouterMatcher<T, any, unknown, '3.x'> {}

/** Routes by method in lower case; a record that is taken out is no longer served. */
export interface RouteMap {
  [method: string]: Route[]
}

/** How a router compares paths. */
export interface RouterOptions {
  /** Treats `/Foo` and `/foo` as different paths; off by default. */
  caseSensitive?: boolean | undefined
  /** Treats `/foo` and `/foo/` as different paths; off by default. */
  strict?: boolean | undefined
}

/** A router: routes by method, which its `middleware` serves. */
export interface Router extends RouterMethods<unknown, '3.x'> {
  /** The routes. */
  map: RouteMap
  /** Callbacks registered with `param`, by name. */
  params: Record<string, RequestParamHandler[]>
  /** The functions that `param(fn)` was given. */
  _params: ParamAdapter[]
  /** Whether `/Foo` and `/foo` are different paths, for routes that are added from now on. */
  caseSensitive: boolean | undefined
  /** Whether `/foo` and `/foo/` are different paths, for routes that are added from now on. */
  strict: boolean | undefined
  /** Serves the routes; this is what `app.use` takes. */
  middleware: Handler

  /** Runs a callback when a route parameter is present, for each route that has it. */
  param(name: string, handler: RequestParamHandler): this
  /** Hands the option to the functions that `param(fn)` was given. */
  param(name: string, option: ParamOption): this
  /** Adds a function that makes handlers of what later calls of `param` are given. */
  param(adapter: ParamAdapter): void
  /** Adds a route. */
  route(method: string, path: shared.PathParams, ...callbacks: RequestHandlerParams[]): this
  /** The first route for a method and a URL, from the given place on. */
  match(method: string, url: string, start?: number, head?: boolean): Route | undefined
  /** The first route for a request, from the given place on. */
  matchRequest(req: IncomingMessage, start?: number, head?: boolean): Route | undefined
}

/** Makes routers. */
export interface RouterConstructor {
  new (options?: RouterOptions): Router
  /** The live prototype: what is added to it shows in every router. */
  readonly prototype: Router
}
