import type { RequestParamHandler } from '../shared/handlers.ts'
import type { IRouterUse } from '../shared/matchers.ts'
import type { RouterOptions } from '../shared/options.ts'
import type { LayerMembers, RouteMembers, RouterMembers } from '../shared/router.ts'

/** Mounts middleware, routers and applications; what `use` of an application is. */
export interface ApplicationRequestHandler<T> extends IRouterUse<T> {}

/** One entry of a stack, as tools that walk the routes read it. */
export interface Layer extends LayerMembers<'5.x'> {
  /** Names of the parameters in the path. */
  keys: string[]
  /** Parameters that were matched last. */
  params?: Record<string, string | string[]>
  /** @deprecated Gone since 5.x: ask `match(path)`. */
  readonly regexp: never
}

/** A layer, by its other name. */
export interface ILayer extends Layer {}

/** The handlers of one path, by method. */
export interface IRoute<Path extends string = string, Parent = unknown>
  extends RouteMembers<'5.x', Path, Parent> {}

/** A router: middleware that holds middleware and routes. */
export interface IRouter<Parent = unknown> extends RouterMembers<'5.x', Parent> {
  /** @deprecated Gone since 5.x: give a name and a handler. */
  param(adapter: never): this
  /** Runs a callback when a route parameter is present, once for each request. */
  param(name: string, handler: RequestParamHandler): this
}

/** A router; give `Parent` the parameters that `mergeParams` brings from above. */
export interface Router<Parent = unknown> extends IRouter<Parent> {}

/** Makes routers, with or without `new`. */
export interface RouterConstructor {
  new <Parent = unknown>(options?: RouterOptions): Router<Parent>
  <Parent = unknown>(options?: RouterOptions): Router<Parent>
  /** The live prototype: what is added to it shows in every router. */
  readonly prototype: IRouter
}
