// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { NextFunction, NextHandleFunction } from '../shared/handlers.ts'
import type * as shared from '../shared/matchers.ts'
import type { Method } from '../shared/methods.ts'
import type { RouterOptions } from '../shared/options.ts'
import type { LayerMembers, RouteMembers, RouterMembers, Routing } from '../shared/router.ts'
import type { ParamAdapter, ParamOption, RequestParamHandler } from './handlers.ts'
import type { Request } from './request.ts'
import type { Response } from './response.ts'

/** Registers handlers for a path; `T` is what it returns, `Parent` the parameters merged from above. */
// The method is a parameter because people know it as the second.
export interface IRouterMatcher<T, _Method extends Method | 'all' = any, Parent = unknown>
  extends shared.IRouterMatcher<T, any, Parent, '4.x'> {}

/** Registers handlers where the path is known already, or is `/`. */
export interface IRouterHandler<T, Route extends string = string, Parent = unknown>
  extends shared.IRouterHandler<T, Route, Parent, '4.x'> {}

/** Mounts middleware, routers and applications, with or without a path. */
export interface IRouterUse<T, Parent = unknown> extends shared.IRouterUse<T, Parent, '4.x'> {}

/** Mounts middleware, routers and applications; what `use` of an application is. */
export interface ApplicationRequestHandler<T> extends IRouterUse<T> {}

/** One entry of a stack, as tools that walk the routes read it. */
export interface Layer extends LayerMembers<'4.x'> {
  // any: a `LayerKey`, where the community's types have text.
  /** The captures of the path, in order; see `LayerKey`. */
  keys: any[]
  /** The expression that paths are matched with. */
  regexp: LayerRegExp
  /** Parameters that were matched last. */
  params?: Record<string, string | undefined>
  /** Runs the handler for a request; error handlers are passed over. */
  handle_request(req: Request, res: Response, next: NextFunction): void
  /** Runs the handler for an error; all but error handlers are passed over. */
  handle_error(err: unknown, req: Request, res: Response, next: NextFunction): void
}

/** A layer, by its other name. */
export interface ILayer extends Layer {}

/** One capture of a path. */
export interface LayerKey {
  /** Name of the parameter; the number of a capture that has none. */
  name: string | number
  /** Whether the path marks it with `?`. */
  optional: boolean
  /** Where it stands in the expression. */
  offset: number
}

/** The expression of a path, with marks for those that match without being run. */
export interface LayerRegExp extends RegExp {
  /** The path is `*`. */
  fast_star: boolean
  /** The path is `/` and need not end there. */
  fast_slash: boolean
}

/** The handlers of one path, by method. */
export interface IRoute<Path extends string = string, Parent = unknown>
  extends RouteMembers<'4.x', Path, Parent> {
  /** Runs the handlers on a request. */
  dispatch(req: Request, res: Response, done: NextFunction): void
}

/** A router: middleware that holds middleware and routes. */
export interface IRouter<Parent = unknown> extends RouterMembers<'4.x', Parent> {
  /** Runs a callback when a route parameter is present, once for each request. */
  param(name: string, handler: RequestParamHandler): this
  /**
   * Hands the option to the functions that `param(fn)` was given.
   * @deprecated Give a handler.
   */
  param(name: string, option: ParamOption): this
  /**
   * Replaces how later calls of `param` make a handler.
   * @deprecated Give a name and a handler.
   */
  // any: nothing comes back, where the community's types promise the router.
  param(adapter: ParamAdapter): any
  /** The functions that `param(fn)` was given. */
  _params: ParamAdapter[]
}

/** A router; give `Parent` the parameters that `mergeParams` brings from above. */
export interface Router<Parent = unknown> extends IRouter<Parent> {}

/** Makes routers, with or without `new`; its own members are what every router inherits. */
export interface RouterConstructor extends Routing<unknown, '4.x'> {
  new <Parent = unknown>(options?: RouterOptions): Router<Parent>
  <Parent = unknown>(options?: RouterOptions): Router<Parent>
  /** Runs the router on a request. */
  handle: NextHandleFunction
}
