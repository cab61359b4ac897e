// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { Dialect, LayerOf, RouteOf, RouteParametersOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { ErrorRequestHandler, RequestHandler, RequestParamHandler } from './handlers.ts'
import type { IRouterUse, PathParams } from './matchers.ts'
import type { Method, RouteMethods, RouterMethods } from './methods.ts'
import type { RouterOptions } from './options.ts'
import type { ParsedQs } from './query.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/** One entry of a stack, as tools that walk the routes read it. */
export interface Layer extends LayerMembers<'5.x'> {
  /** Names of the parameters in the path. */
  keys: unknown[]
  /** Parameters that were matched last. */
  params: Record<string, string | string[]> | undefined
}

/** What layers of every dialect have. */
export interface LayerMembers<D extends Dialect> {
  /** Name of the handler. */
  name: string
  /** The handler itself; for a router it has a stack of its own. */
  handle: (PlainHandler<D> | PlainErrorHandler<D>) & { stack?: LayerOf<D>[] }
  /** The route behind the layer, if it is not middleware. */
  route?: RouteOf<D> | undefined
  /** Method that a layer of a route is for; undefined for `all`. */
  method?: Method | undefined
  /** Path that was matched last. */
  path: string | undefined
  /** Tells whether the path is matched, and notes the parameters. */
  match(path: string): boolean
}

/** The handlers of one path, by method. */
export interface IRoute<Path extends string = string, Parent = unknown>
  extends RouteMembers<'5.x', Path, Parent> {}

/** What routes of every dialect have. */
export interface RouteMembers<D extends Dialect, Path extends string, Parent>
  extends RouteMethods<RouteParametersOf<D, Path> & Parent, D> {
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
  route(path: PathParams): RouteOf<D, string, Parent>
}

/** A router: middleware that holds middleware and routes. */
export interface IRouter<Parent = unknown> extends RouterMembers<'5.x', Parent>, RequestHandler {}

/** What routers of every dialect have. */
export interface RouterMembers<D extends Dialect, Parent> extends Routing<Parent, D> {
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
  handle: PlainHandler<D>
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

/** Makes routes that belong to no router. */
export interface RouteConstructor<D extends Dialect = '5.x'> {
  new <Path extends string>(path: Path): RouteOf<D, Path>
  /** The live prototype: what is added to it shows in every route. */
  readonly prototype: RouteOf<D>
}

/** A handler of a dialect with the general parameter types. */
export type PlainHandler<D extends Dialect> = RequestHandler<
  ParamsDictionary,
  any,
  any,
  ParsedQs,
  LocalsRecord,
  D
>

type PlainErrorHandler<D extends Dialect> = ErrorRequestHandler<
  ParamsDictionary,
  any,
  any,
  ParsedQs,
  LocalsRecord,
  D
>
