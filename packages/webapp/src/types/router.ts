import type { ErrorRequestHandler, RequestHandler, RequestParamHandler } from './handlers.ts'
import type { IRouterUse, PathParams } from './matchers.ts'
import type { Method, RouteMethods, RouterMethods } from './methods.ts'
import type { RouterOptions } from './options.ts'
import type { RouteParameters } from './route-parameters.ts'

/** One entry of a stack, as tools that walk the routes read it. */
export interface Layer {
  /** Name of the handler. */
  name: string
  /** The handler itself; for a router it has a stack of its own. */
  handle: (RequestHandler | ErrorRequestHandler) & { stack?: Layer[] }
  /** The route behind the layer, if it is not middleware. */
  route?: IRoute | undefined
  /** Method that a layer of a route is for; undefined for `all`. */
  method?: Method | undefined
  /** Names of the parameters in the path. */
  keys: unknown[]
  /** Path that was matched last. */
  path: string | undefined
  /** Parameters that were matched last. */
  params: Record<string, string | string[]> | undefined
  /** Tells whether the path is matched, and notes the parameters. */
  match(path: string): boolean
}

/** The handlers of one path, by method. */
export interface IRoute<Path extends string = string, Parent = unknown>
  extends RouteMethods<RouteParameters<Path> & Parent> {
  /** Path that the route was made for. */
  path: Path
  /** The handlers, in order. */
  stack: Layer[]
  /** The methods that the route has handlers for. */
  methods: Partial<Record<Method | '_all', boolean>>
}

/** What applications and routers have in common; `Parent` holds parameters merged from above. */
export interface Routing<Parent = unknown> extends RouterMethods<Parent> {
  /** Mounts middleware, routers or applications, at `/` unless a path is given. */
  use: IRouterUse<this, Parent>
  /** Runs a callback when a route parameter is present, once for each request. */
  param(name: string, handler: RequestParamHandler): this
  /** Makes a route, to which handlers are added by method. */
  route<Path extends string>(path: Path): IRoute<Path, Parent>
  route(path: PathParams): IRoute<string, Parent>
}

/** A router: middleware that holds middleware and routes. */
export interface IRouter<Parent = unknown> extends Routing<Parent>, RequestHandler {
  /** The layers, in order of registration. */
  stack: Layer[]
  /** Whether `/Foo` and `/foo` are different paths. */
  caseSensitive: boolean | undefined
  /** Whether parameters of the parent router are kept. */
  mergeParams: boolean | undefined
  /** Whether `/foo` and `/foo/` are different paths. */
  strict: boolean | undefined
  /** Callbacks registered with `param`, by name. */
  params: Record<string, RequestParamHandler[]>
  /** Runs the router on a request. */
  handle: RequestHandler
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
export interface RouteConstructor {
  new <Path extends string>(path: Path): IRoute<Path>
  /** The live prototype: what is added to it shows in every route. */
  readonly prototype: IRoute
}
