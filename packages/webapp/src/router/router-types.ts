import type { ErrorHandler, Handler, Next, Req, Res } from '../http/exchange.ts'
import type { DialectMembers } from '../members/dialect-members.ts'
import type { RouteInfo } from '../types/shared/introspection.ts'
import type { UrlGrammar } from './url-parts.ts'

// The types that the router modules and the dialects share. This file imports no router module, so
// each of them can import it without a cycle.

/** A handler of either kind; the number of its parameters says which. */
export type AnyHandler = Handler | ErrorHandler

/**
 * The literal start of a pattern, in pieces that each begin with '/' or '.'. Every path that the
 * pattern matches starts with exactly these pieces, ignoring case.
 */
export type Lead = readonly string[]

/** The methods that a route has handlers for, in lower case; `_all` means every method. */
export type MethodTable = Record<string, boolean>

/** The dialect and the paths that a layer or route was created from, for route listing. */
export interface Origin {
  /** The dialect whose router registered it. */
  readonly dialect: NonNullable<RouteInfo['dialect']>
  /** The paths as the user wrote them, with nested arrays flattened. */
  readonly paths: readonly unknown[]
}

/** How a dialect compiles a path. */
export interface PatternOptions {
  /** Whether upper and lower case differ. */
  readonly sensitive: boolean
  /** Whether a trailing slash is significant. */
  readonly strict: boolean
  /** Whether the pattern must match the whole path (a route) or a prefix of it (a mount). */
  readonly end: boolean
  /** Whether the router copies the parameters of a match before a handler can see them. */
  readonly isMerged?: () => boolean
}

/**
 * One entry of a router's stack: a handler and the paths that it handles.
 *
 * Each dialect has a class of its own, because packages read the properties of layers.
 */
export interface Layer {
  /** The user's handler, or the function that runs the route. */
  handle: AnyHandler
  /** The name of the handler, or `<anonymous>`. */
  name: string
  /** The decoded parameters of the last match. */
  params: Record<string, unknown> | undefined
  /** The part of the path that the last match covers. */
  path: string | undefined
  /** The route that the layer runs; undefined for middleware. */
  route?: Route | undefined
  /** Inside a route: the method in lower case; undefined for every method. */
  method?: string | undefined

  /** Whether the layer handles the path. If so, sets `path` and `params`. */
  match(path: string | undefined): boolean
  /**
   * The leads of the layer's patterns; undefined if the layer may match any path. The same array
   * each time, until user code changes the layer.
   */
  leads?(): readonly Lead[] | undefined
  /** The dialect and the paths that the layer was created from. */
  origin?(): Origin
  /** How URLs are written for the paths of the layer. */
  grammar?(): UrlGrammar
  /** The parameter names of the last match, in order. */
  paramNames(): readonly string[]
  /** The keys of `params` after the last match; undefined if they have to be enumerated. */
  knownNames?(): readonly string[] | undefined
  /** Runs the handler for a request; an error handler is skipped. */
  handleRequest(req: Req, res: Res, next: Next): void
  /** Runs the handler for an error; a handler that is not an error handler is skipped. */
  handleError(error: unknown, req: Req, res: Res, next: Next): void
}

/** The key of a member of routes: their router. */
export const kRouter = Symbol('webapp.router')

/** The handlers of one path, by method. */
export interface Route {
  /** The path as the user wrote it. */
  path: unknown
  /** One layer per handler, in the order of registration. */
  stack: Layer[]
  /** The methods that have a handler. */
  methods: MethodTable
  /** Runs the handlers for the method of a request; `done` continues after the route. */
  dispatch(req: Req, res: Res, done: Next): void
  /** Adds handlers for every method. */
  all(...handlers: unknown[]): this
  /** The router that created the route; with an argument, records it. */
  [kRouter](router?: object): object | undefined
}

/** The `Route` class of a dialect. */
export type RouteClass = new (path: unknown) => Route

/** Creates a layer for a path as users write it: a pattern, a regular expression, or an array. */
export type CreateLayer = (path: unknown, options: PatternOptions, handle: AnyHandler) => Layer

/**
 * Handles the value that a user's handler returned, unless it is `undefined`: forwards the
 * rejection of a promise, or sends a returned response. `undefined` in a dialect that ignores
 * return values.
 */
export type ResultHandler = ((result: unknown, res: Res, next: Next) => void) | undefined

/** The differences between the routes of the dialects. */
export interface RoutePolicy {
  /** Creates a layer for each handler of a route. */
  readonly createLayer: CreateLayer
  /** Creates an empty method table, with the prototype that the dialect gives it. */
  readonly createMethodTable: () => MethodTable
  /** The dialect's names for two methods of `Route.prototype`, which packages call. */
  readonly memberNames: { readonly handlesMethod: string; readonly allowedMethods: string }
  /** Checks the arguments of `route.get(…)` and registers each handler. */
  readonly eachHandler: (
    args: readonly unknown[],
    method: string,
    register: (handler: AnyHandler) => void,
  ) => void
  /** The `length` of `route.get` and the other registration methods. */
  readonly registrarLength: number
}

/** The differences between the routers of the dialects. */
export interface RouterPolicy {
  /** The `req` and `res` members of the router's dialect, inside applications of any dialect. */
  readonly members: DialectMembers
  /** Creates a layer for middleware or for a route. */
  readonly createLayer: CreateLayer
  /** The class of the router's routes. */
  readonly Route: RouteClass
  /** Creates the function that runs a route; tools look for its name in the stack. */
  readonly createRouteHandler: (route: Route) => Handler
  /** Checks the arguments of `router.use(…)` and registers each handler. */
  readonly eachMiddleware: (
    args: readonly unknown[],
    register: (handler: AnyHandler) => void,
  ) => void
  /** The characters that may follow a mount path in the URL. */
  readonly mountBoundaries: string
  /** The value of the header `Allow`. */
  readonly listMethods: (methods: readonly string[]) => string
  /** Responds to OPTIONS if the matching routes have no handler for it. */
  readonly respondToOptions: (res: Res, methods: readonly string[]) => void
  /** The treatment of a value that a `param` callback returned. */
  readonly paramResultHandler: (req: Req) => ResultHandler
}
