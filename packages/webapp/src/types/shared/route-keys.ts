// What handlers are registered for: methods and paths.

import type { Dialect, RouteParametersOf } from './dialect.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/** A path pattern, a regular expression, or an array of them. */
export type PathParams = string | RegExp | readonly (string | RegExp | PathParams)[]

/** The route parameters of a path. */
export type PathParameters<D extends Dialect, Path> = Path extends string
  ? RouteParametersOf<D, Path>
  : ParamsDictionary

/** An HTTP method in lower case: the name of the function that registers handlers for it. */
export type Method =
  | ('acl' | 'bind' | 'checkout' | 'connect' | 'copy' | 'delete' | 'get' | 'head' | 'link')
  | ('lock' | 'm-search' | 'merge' | 'mkactivity' | 'mkcalendar' | 'mkcol' | 'move' | 'notify')
  | ('options' | 'patch' | 'post' | 'propfind' | 'proppatch' | 'purge' | 'put' | 'query')
  | ('rebind' | 'report' | 'search' | 'source' | 'subscribe' | 'trace' | 'unbind' | 'unlink')
  | ('unlock' | 'unsubscribe')
