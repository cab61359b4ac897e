import type { Dialect, LayerOf, PathOf, RouteOf } from './dialect.ts'
import type { NextHandleFunction, RequestParamHandler } from './handlers.ts'
import type { IRouterUse } from './matchers.ts'
import type { RouteMethods, RouterMethods } from './methods.ts'
import type { Method, PathParams } from './route-keys.ts'
import type { RouteAccess, RouteNaming, UrlArguments } from './route-urls.ts'

/** Members of layers since 4.x. */
// Declared as in `@types/express`, so that tools typed with it accept our routers: `handle` is a
// request handler even if it handles errors, and `method` is never undefined.
export interface LayerMembers<D extends Dialect> {
  /** Name of the handler function. */
  name: string
  /** The handler; a router has its own stack. */
  handle: LayerHandle<D>
  /** The route of the layer; undefined for middleware. */
  route?: RouteOf<D>
  /** Method of a layer in a route; undefined for `all` and for other layers. */
  method: Method
  /** Path of the last match. */
  path?: string
  /** Returns whether the path matches, and stores the parameters. */
  match(path: string): boolean
}

/** The handler of a layer, which tools can wrap and call. */
export interface LayerHandle<D extends Dialect = '5.x'> {
  // any: tools pass on the request and response that they received.
  (req: any, res: any, next: any): unknown
  /** The layers, if the handler is a router. */
  stack?: LayerOf<D>[]
}

/** Members of routes since 4.x. */
export interface RouteMembers<D extends Dialect, Path extends string, Parent>
  extends RouteMethods<Path, Parent, D> {
  /** Path of the route. */
  path: Path
  /** The handlers, in order. */
  stack: LayerOf<D>[]
  /** The methods that the route has handlers for. */
  methods: Partial<Record<Method | '_all', boolean>>
  /** The URL of the route, with the mount paths of its router. */
  url(...args: UrlArguments<D, Path>): string
}

/**
 * Members that applications and routers share; `Parent` holds the parameters merged from the parent
 * router.
 */
export interface Routing<Parent = unknown, D extends Dialect = '5.x'>
  extends RouterMethods<Parent, D>,
    Mounting<Parent, D> {}

/** The functions of applications and routers since 4.x that are not for one method. */
export interface Mounting<Parent = unknown, D extends Dialect = '5.x'> extends RouteAccess {
  /** Mounts middleware, routers or applications, at `/` by default. */
  use: IRouterUse<this, Parent, D>
  /** Sets a pattern that a route parameter has to fit; if it does not, the route does not match. */
  param(name: string, pattern: RegExp): this
  /** Registers a callback that runs once per request if a route parameter is present. */
  param(name: string, handler: RequestParamHandler<D>): this
  /** Creates a route; add handlers with its method functions. */
  route<Path extends string>(path: PathOf<D, Path>, options?: RouteNaming): RouteOf<D, Path, Parent>
  /** Creates a route for a regular expression or an array of paths. */
  route(path: RegExp | readonly PathParams[], options?: RouteNaming): RouteOf<D, string, Parent>
  /** Creates a route for a path that is not known at compile time. */
  route<Path extends PathParams>(
    path: PathOf<D, Path>,
    options?: RouteNaming,
  ): RouteOf<D, string, Parent>
}

/** Members of `IRouter`, which applications have, too. */
export interface RouterMembers<D extends Dialect, Parent>
  extends Routing<Parent, D>,
    NextHandleFunction {
  /** The layers, in order of registration. */
  stack: LayerOf<D>[]
  /** Handles a request with this router. */
  handle: NextHandleFunction
}

/** Members of routers alone. */
// Optional: in `@types/express` a `Router` is an `IRouter`, and programs pass applications for it.
export interface RouterOwnMembers<D extends Dialect> {
  /** Whether `/Foo` and `/foo` are different paths. */
  caseSensitive?: boolean | undefined
  /** Whether the parameters of the parent router are merged in. */
  mergeParams?: boolean | undefined
  /** Whether `/foo` and `/foo/` are different paths. */
  strict?: boolean | undefined
  /** Callbacks registered with `param`, by name. */
  params?: Record<string, RequestParamHandler<D>[]>
}

/** Creates routes that do not belong to a router. */
export interface RouteConstructor<D extends Dialect = '5.x'> {
  new <Path extends string>(path: PathOf<D, Path>): RouteOf<D, Path>
  /** The prototype: members added to it are available on every route. */
  readonly prototype: RouteOf<D>
}
