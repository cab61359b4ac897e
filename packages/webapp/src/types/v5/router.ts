import type { FactoryThis, RequestParamHandler } from '../shared/handlers.ts'
import type { IRouterUse } from '../shared/matchers.ts'
import type { MergingOptions, RouterOptions } from '../shared/options.ts'
import type {
  LayerMembers,
  RouteMembers,
  RouterMembers,
  RouterOwnMembers,
} from '../shared/router.ts'

/** Mounts middleware, routers and applications; the type of `app.use`. */
export interface ApplicationRequestHandler<T> extends IRouterUse<T> {}

/** One entry of a router's stack, for tools that list the routes. */
export interface Layer extends LayerMembers<'5.x'> {
  /** Names of the parameters in the path. */
  keys: string[]
  /** Parameters of the last match. */
  params?: Record<string, string | string[]>
  /** @deprecated Removed in 5.x: call `match(path)`. */
  readonly regexp: never
}

/** Alias of `Layer`. */
export interface ILayer extends Layer {}

/** The handlers of one path, by method. */
export interface IRoute<Path extends string = string, Parent = unknown>
  extends RouteMembers<'5.x', Path, Parent> {}

/** A router or an application: middleware that contains middleware and routes. */
export interface IRouter<Parent = unknown> extends RouterMembers<'5.x', Parent> {
  /** @deprecated Removed in 5.x: pass a name and a handler. */
  param(adapter: never): this
  /** Sets a pattern that a route parameter has to fit; if it does not, the route does not match. */
  param(name: string, pattern: RegExp): this
  /** Registers a callback that runs once per request if a route parameter is present. */
  param(name: string, handler: RequestParamHandler): this
}

/**
 * A router; `Parent` is the type of the parameters that `mergeParams` adds from the parent router.
 */
export interface Router<Parent = unknown> extends IRouter<Parent>, RouterOwnMembers<'5.x'> {}

/** Creates routers, with or without `new`. */
export interface RouterConstructor {
  // Without `mergeParams`, a request does not have the parameters of the parent router. With it and
  // without a type argument they are not known, which `{}` says: `unknown` stands for none. A constraint
  // and not a default, because a class that extends `Router` needs one type for all constructors.
  new <Parent extends {}>(options: MergingOptions): Router<Parent>
  new (options?: RouterOptions): Router
  <Parent extends {}>(this: FactoryThis, options: MergingOptions): Router<Parent>
  (this: FactoryThis, options?: RouterOptions): Router
  /** The prototype: members added to it are available on every router. */
  readonly prototype: Router
}
