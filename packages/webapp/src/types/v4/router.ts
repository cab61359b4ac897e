import type { Dialects } from '../shared/dialect.ts'
import type { FactoryThis, NextFunction, NextHandleFunction } from '../shared/handlers.ts'
import type * as shared from '../shared/matchers.ts'
import type { MergingOptions, RouterOptions } from '../shared/options.ts'
import type { Method } from '../shared/route-keys.ts'
import type {
  LayerMembers,
  RouteMembers,
  RouterMembers,
  RouterOwnMembers,
  Routing,
} from '../shared/router.ts'
import type { ParamAdapter, ParamOption, RequestParamHandler } from './handlers.ts'

type Request = Dialects['4.x']['request']
type Response = Dialects['4.x']['response']

/**
 * Registers handlers for a path; `T` is the return type, `Parent` the parameters merged from the
 * parent router.
 */
// The method is the second type parameter because `@types/express` has it there.
export interface IRouterMatcher<T, _Method extends Method | 'all' = any, Parent = unknown>
  extends shared.IRouterMatcher<T, any, Parent, '4.x'> {}

/** Registers handlers for the path of a route, or for `/`. */
export interface IRouterHandler<T, Route extends string = string, Parent = unknown>
  extends shared.IRouterHandler<T, Route, Parent, '4.x'> {}

/** Mounts middleware, routers and applications, with or without a path. */
export interface IRouterUse<T, Parent = unknown> extends shared.IRouterUse<T, Parent, '4.x'> {}

/** Mounts middleware, routers and applications; the type of `app.use`. */
export interface ApplicationRequestHandler<T> extends IRouterUse<T> {}

/** One entry of a router's stack, for tools that list the routes. */
export interface Layer extends LayerMembers<'4.x'> {
  // any: each key is a `LayerKey`, but `@types/express` declares strings.
  /** The captures of the path, in order; see `LayerKey`. */
  keys: any[]
  /** The regular expression that paths are matched with. */
  regexp: LayerRegExp
  /** Parameters of the last match. */
  params?: Record<string, string | undefined>
  /** Runs the handler for a request; calls `next` if it is an error handler. */
  handle_request(req: Request, res: Response, next: NextFunction): void
  /** Runs the handler for an error; calls `next` if it is not an error handler. */
  handle_error(err: unknown, req: Request, res: Response, next: NextFunction): void
}

/** Alias of `Layer`. */
export interface ILayer extends Layer {}

/** One capture of a path. */
export interface LayerKey {
  /** Name of the parameter, or the number of an unnamed capture. */
  name: string | number
  /** Whether the path marks the parameter with `?`. */
  optional: boolean
  /** The position in the expression. */
  offset: number
}

/** The regular expression of a path, with flags for paths that match without running it. */
export interface LayerRegExp extends RegExp {
  /** True if the path is `*`. */
  fast_star: boolean
  /** True if the path is `/` and matches as a prefix. */
  fast_slash: boolean
}

/** The handlers of one path, by method. */
export interface IRoute<Path extends string = string, Parent = unknown>
  extends RouteMembers<'4.x', Path, Parent> {
  /** Runs the handlers for a request. */
  dispatch(req: Request, res: Response, done: NextFunction): void
}

/** A router or an application: middleware that contains middleware and routes. */
export interface IRouter<Parent = unknown> extends RouterMembers<'4.x', Parent> {
  /** Sets a pattern that a route parameter has to fit; if it does not, the route does not match. */
  param(name: string, pattern: RegExp): this
  /** Registers a callback that runs once per request if a route parameter is present. */
  param(name: string, handler: RequestParamHandler): this
  /**
   * Passes the option to the functions registered with `param(fn)`.
   * @deprecated Pass a handler.
   */
  param(name: string, option: ParamOption): this
  /**
   * Replaces how later calls of `param` create a handler.
   * @deprecated Pass a name and a handler.
   */
  // any: returns undefined, but `@types/express` declares the router.
  param(adapter: ParamAdapter): any
}

/**
 * A router; `Parent` is the type of the parameters that `mergeParams` adds from the parent router.
 */
export interface Router<Parent = unknown> extends IRouter<Parent>, RouterOwnMembers<'4.x'> {
  /** The functions registered with `param(fn)`. */
  _params?: ParamAdapter[]
}

/** Creates routers, with or without `new`; every router inherits its members. */
export interface RouterConstructor extends Routing<unknown, '4.x'> {
  // Without `mergeParams`, a request does not have the parameters of the parent router. With it and
  // without a type argument they are not known, which `{}` says: `unknown` stands for none. A constraint
  // and not a default, because a class that extends `Router` needs one type for all constructors.
  new <Parent extends {}>(options: MergingOptions): Router<Parent>
  new (options?: RouterOptions): Router
  <Parent extends {}>(this: FactoryThis, options: MergingOptions): Router<Parent>
  (this: FactoryThis, options?: RouterOptions): Router
  /** Handles a request with this router. */
  handle: NextHandleFunction
}
