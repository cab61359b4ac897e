import type { PathOf } from '../shared/dialect.ts'
import type { RouteMethods } from '../shared/methods.ts'
import type { RouteAccess, UrlArguments } from '../shared/route-urls.ts'

/** Names of routes, in applications and routers. */
export interface NamedRoutes extends RouteAccess {
  /** Registers routes for a path under a name; add handlers with the method functions. */
  namedRoute<Path extends string>(
    path: PathOf<'3.x', Path>,
    options: { readonly name: string },
  ): NamedRoute<Path>
}

/** The routes of one path that have a name. */
export interface NamedRoute<Path extends string = string>
  extends RouteMethods<Path, unknown, '3.x'> {
  /** The path. */
  readonly path: Path
  /** The URL of the routes, with the mount paths of their router. */
  url(...args: UrlArguments<'3.x', Path>): string
}
