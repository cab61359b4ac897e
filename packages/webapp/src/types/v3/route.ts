import type { ParamsDictionary } from '../shared/route-parameters.ts'
import type { ErrorRequestHandler, RequestHandler } from './handlers.ts'

/** A route: one record of `app.routes`. */
export interface Route {
  // Declared as text, which it nearly always is, for the tools that print it.
  /** The path as it was given; it may also be an expression or a list. */
  path: string
  /** Method of the route, in lower case. */
  method: string
  /** The handlers and error handlers, in order. */
  callbacks: (RequestHandler | ErrorRequestHandler)[]
  /** The named parameters, in order. */
  keys: RouteKey[]
  /** The expression that paths are matched with. */
  regexp: RegExp
  /** Parameters that were matched last. */
  params: RouteParams
  /** Tells whether a path is for this route, and notes the parameters. */
  match(path: string): boolean
}

/** A named parameter of a path. */
export interface RouteKey {
  /** Name of the parameter. */
  name: string
  /** Whether the path marks it with `?`. */
  optional: boolean
}

/** Route parameters: a list of the captures without a name, with a property for each name. */
export type RouteParams<P = ParamsDictionary> = P & string[]

/** How a route compares paths. */
export interface RouteOptions {
  /** Treats `/Foo` and `/foo` as different paths; off by default. */
  sensitive?: boolean | undefined
  /** Treats `/foo` and `/foo/` as different paths; off by default. */
  strict?: boolean | undefined
}

/** Makes routes that belong to no router. */
export interface RouteConstructor {
  new (
    method: string,
    path: string | RegExp | readonly string[],
    callbacks: readonly (RequestHandler | ErrorRequestHandler)[],
    options?: RouteOptions,
  ): Route
  /** The live prototype: what is added to it shows in every route. */
  readonly prototype: Route
}
