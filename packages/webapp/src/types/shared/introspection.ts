/** One route, as `webapp.routes` lists it. */
export interface RouteInfo {
  /** The method in upper case; `ALL` for a route of every method. */
  readonly method: string
  /** The whole pattern as it was written, with those of all mounts before it. */
  readonly path: string
  /** The dialect of the pattern; undefined for a router of another package. */
  readonly dialect: '5.x' | '4.x' | '3.x' | undefined
  /** The names of the handlers, in order. */
  readonly handlers: readonly string[]
  /** File, line and column of the registration, where `WEBAPP_ROUTE_LOCATIONS` is set. */
  readonly location: string | undefined
}

/** What the factories of all dialects tell of applications. */
export interface FactoryIntrospection {
  /** Lists the routes of an application or of a router, through everything mounted in it. */
  routes(app: object): RouteInfo[]
  /** The same as a tree, to read. */
  printRoutes(app: object): string
}
