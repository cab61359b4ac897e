import type { ParamsDictionary } from '../shared/route-parameters.ts'
import type { ErrorRequestHandler, RequestHandler } from './handlers.ts'

/** A route: one entry of `app.routes`. */
export interface Route {
  // Declared as a string, which the path usually is, for tools that print it.
  /** The path as registered; it can also be a regular expression or an array. */
  path: string
  /** Method of the route, in lower case. */
  method: string
  /** The handlers and error handlers, in order. */
  callbacks: (RequestHandler | ErrorRequestHandler)[]
  /** The named parameters, in order. */
  keys: RouteKey[]
  /** The regular expression that paths are matched with. */
  regexp: RegExp
  /** Parameters of the last match. */
  params: RouteParams
  /** Returns whether a path matches this route, and stores the parameters. */
  match(path: string): boolean
}

/** A named parameter of a path. */
export interface RouteKey {
  /** Name of the parameter. */
  name: string
  /** Whether the path marks the parameter with `?`. */
  optional: boolean
}

/** Route parameters: an array of the unnamed captures, with a property for each name. */
export type RouteParams<P = ParamsDictionary> = P & string[]

/** Options for a route. */
export interface RouteOptions {
  /** Treats `/Foo` and `/foo` as different paths; off by default. */
  sensitive?: boolean | undefined
  /** Treats `/foo` and `/foo/` as different paths; off by default. */
  strict?: boolean | undefined
}

/** Creates routes that do not belong to a router. */
export interface RouteConstructor {
  new (
    method: string,
    path: string | RegExp | readonly string[],
    callbacks: readonly (RequestHandler | ErrorRequestHandler)[],
    options?: RouteOptions,
  ): Route
  /** The prototype: members added to it are available on every route. */
  readonly prototype: Route
}
