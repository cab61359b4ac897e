// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { Dialect, LayerOf, RouteOf } from './dialect.ts'
import type { NextHandleFunction, RequestParamHandler } from './handlers.ts'
import type { IRouterUse, PathParams } from './matchers.ts'
import type { Method, RouteMethods, RouterMethods } from './methods.ts'

/** What layers of every dialect have. */
// Said as the community's types say it, so that tools written with those take our routers: an error
// handler is shown as a handler, and a method also where there is none.
export interface LayerMembers<D extends Dialect> {
  /** Name of the handler. */
  name: string
  /** The handler itself; for a router it has a stack of its own. */
  handle: LayerHandle<D>
  /** The route behind the layer, if it is not middleware. */
  route?: RouteOf<D>
  /** Method that a layer of a route is for; undefined for `all`, and for other layers. */
  method: Method
  /** Path that was matched last. */
  path?: string
  /** Tells whether the path is matched, and notes the parameters. */
  match(path: string): boolean
}

/** The handler of a layer, which tools wrap and call. */
export interface LayerHandle<D extends Dialect = '5.x'> {
  // any: called with whatever messages the tool was called with.
  (req: any, res: any, next: any): unknown
  /** The layers, if the handler is a router. */
  stack?: LayerOf<D>[]
}

/** What routes of every dialect have. */
export interface RouteMembers<D extends Dialect, Path extends string, Parent>
  extends RouteMethods<Path, Parent, D> {
  /** Path that the route was made for. */
  path: Path
  /** The handlers, in order. */
  stack: LayerOf<D>[]
  /** The methods that the route has handlers for. */
  methods: Partial<Record<Method | '_all', boolean>>
}

/** What applications and routers have in common; `Parent` holds parameters merged from above. */
export interface Routing<Parent = unknown, D extends Dialect = '5.x'>
  extends RouterMethods<Parent, D>,
    Mounting<Parent, D> {}

/** How applications and routers since 4.x take anything but handlers of one method. */
export interface Mounting<Parent = unknown, D extends Dialect = '5.x'> {
  /** Mounts middleware, routers or applications, at `/` unless a path is given. */
  use: IRouterUse<this, Parent, D>
  /** Runs a callback when a route parameter is present, once for each request. */
  param(name: string, handler: RequestParamHandler<D>): this
  /** Makes a route, to which handlers are added by method. */
  route<Path extends string>(path: Path): RouteOf<D, Path, Parent>
  /** Makes a route for an expression or a list. */
  route(path: PathParams): RouteOf<D, string, Parent>
}

/** What routers of every dialect have. */
export interface RouterMembers<D extends Dialect, Parent>
  extends Routing<Parent, D>,
    NextHandleFunction {
  /** The layers, in order of registration. */
  stack: LayerOf<D>[]
  /** Whether `/Foo` and `/foo` are different paths. */
  caseSensitive: boolean | undefined
  /** Whether parameters of the parent router are kept. */
  mergeParams: boolean | undefined
  /** Whether `/foo` and `/foo/` are different paths. */
  strict: boolean | undefined
  /** Callbacks registered with `param`, by name. */
  params: Record<string, RequestParamHandler<D>[]>
  /** Runs the router on a request. */
  handle: NextHandleFunction
}

/** Makes routes that belong to no router. */
export interface RouteConstructor<D extends Dialect = '5.x'> {
  new <Path extends string>(path: Path): RouteOf<D, Path>
  /** The live prototype: what is added to it shows in every route. */
  readonly prototype: RouteOf<D>
}
