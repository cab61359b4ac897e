import type { Dialect, RouteParametersOf } from './dialect.ts'

/** Options of a route. */
export interface RouteNaming {
  /** The name for `app.url`. */
  readonly name?: string | undefined
}

/** The value of a parameter in a URL. */
export type UrlValue = string | number | bigint | boolean

// any: objects of classes and of interfaces fit too.
/** Parameters of a URL, by name. Those that the path does not have are for mount paths, or ignored. */
export type UrlParameters = Readonly<Record<string, any>>

/** What is beside the path of a URL, and where the route is. */
export interface UrlOptions {
  /** The query: an array stands for several values, and undefined for none. */
  readonly query?: URLSearchParams | Readonly<Record<string, any>> | undefined
  /** The mount path of the route as it was written, if its router is mounted at several. */
  readonly mount?: string | undefined
}

/** The arguments of `route.url`: the parameters of the path, if it has any that are not optional. */
export type UrlArguments<D extends Dialect, Path extends string> =
  Record<never, never> extends PathValues<D, Path>
    ? [params?: PathValues<D, Path> & UrlParameters, options?: UrlOptions]
    : [params: PathValues<D, Path> & UrlParameters, options?: UrlOptions]

type PathValues<D extends Dialect, Path extends string> = ValuesOf<RouteParametersOf<D, Path>>

type ValuesOf<Params> = {
  readonly [Name in keyof Params]: string[] extends Params[Name]
    ? string | readonly UrlValue[]
    : ValueOf<Name>
}

/** A capture without a name can have slashes; the names of a path that is not a literal are unknown. */
type ValueOf<Name> = Name extends `${number}` | number
  ? UrlValue | readonly UrlValue[]
  : string extends Name
    ? unknown
    : UrlValue

/** Routes by their names, and their removal, in applications and routers. */
export interface RouteAccess {
  /** The URL of the route with a name, in this application or router, or mounted in it. */
  url(name: string, params?: UrlParameters, options?: UrlOptions): string
  /**
   * Removes a route, by itself or by its name, also from what is mounted here, or a function from this
   * application or router. Returns how many layers went.
   */
  remove(target: string | object): number
}
