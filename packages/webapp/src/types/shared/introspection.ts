/** One route in the list that `webapp.routes` returns. */
export interface RouteInfo {
  /** The method in upper case; `ALL` for a route that handles every method. */
  readonly method: string
  /** The full pattern as written, including the patterns of all mounts. */
  readonly path: string
  /** The dialect of the pattern; undefined for a router from another package. */
  readonly dialect: '5.x' | '4.x' | '3.x' | undefined
  /** The names of the handler functions, in order. */
  readonly handlers: readonly string[]
  /** File, line and column of the registration, if `WEBAPP_ROUTE_LOCATIONS` is set. */
  readonly location: string | undefined
  /** The name of the route; absent if it has none. */
  readonly name?: string
  /** The patterns of its parameters, by name; absent if there are none. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The handler functions, in order. Not enumerable. */
  readonly functions: readonly object[]
  /** The patterns that make up `path`, those of the mounts first. Not enumerable. */
  readonly patterns: readonly RoutePattern[]
  /** The functions of `use` that stand before the route, of all mounts, in order. Not enumerable. */
  readonly before: readonly RouteMiddleware[]
}

/** A function of `use`, with the patterns of its path, those of the mounts first. */
export interface RouteMiddleware {
  /** The function. */
  readonly handler: object
  /** The patterns that make up its path. */
  readonly patterns: readonly RoutePattern[]
}

/** The pattern of a mount or a route, as the program wrote it. */
export interface RoutePattern {
  /** The path or the regular expression. */
  readonly pattern: string | RegExp
  /** The grammar of the pattern; undefined for a router from another package. */
  readonly dialect: RouteInfo['dialect']
  /** The regular expressions that its parameters have to fit, by name; absent if there are none. */
  readonly parameters?: Readonly<Record<string, readonly RegExp[]>>
}

/** The functions that list routes, on the factory of every dialect. */
export interface FactoryIntrospection {
  /** Lists the routes of an application or router, including everything mounted in it. */
  routes(app: object): RouteInfo[]
  /** Formats the routes as a readable tree. */
  printRoutes(app: object): string
}
