// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any as in @types/express.

import type { Dialect } from './dialect.ts'
import type { IRouterHandler, IRouterMatcher } from './matchers.ts'

/** An HTTP method in lower case: the name of the function that registers handlers for it. */
export type Method =
  | ('acl' | 'bind' | 'checkout' | 'connect' | 'copy' | 'delete' | 'get' | 'head' | 'link')
  | ('lock' | 'm-search' | 'merge' | 'mkactivity' | 'mkcalendar' | 'mkcol' | 'move' | 'notify')
  | ('options' | 'patch' | 'post' | 'propfind' | 'proppatch' | 'purge' | 'put' | 'query')
  | ('rebind' | 'report' | 'search' | 'source' | 'subscribe' | 'trace' | 'unbind' | 'unlink')
  | ('unlock' | 'unsubscribe')

/** The method functions of applications and routers, which take a path. */
export interface RouterMethods<Parent = unknown, D extends Dialect = '5.x'> {
  /** Handles requests of any method. */
  all: IRouterMatcher<this, any, Parent, D>
  /** Handles ACL requests. */
  acl: IRouterMatcher<this, any, Parent, D>
  /** Handles BIND requests. */
  bind: IRouterMatcher<this, any, Parent, D>
  /** Handles CHECKOUT requests. */
  checkout: IRouterMatcher<this, any, Parent, D>
  /** Handles CONNECT requests. */
  connect: IRouterMatcher<this, any, Parent, D>
  /** Handles COPY requests. */
  copy: IRouterMatcher<this, any, Parent, D>
  /** Handles DELETE requests. */
  delete: IRouterMatcher<this, any, Parent, D>
  /** Handles GET requests, and HEAD requests that no earlier HEAD route handled. */
  get: IRouterMatcher<this, any, Parent, D>
  /** Handles HEAD requests. */
  head: IRouterMatcher<this, any, Parent, D>
  /** Handles LINK requests. */
  link: IRouterMatcher<this, any, Parent, D>
  /** Handles LOCK requests. */
  lock: IRouterMatcher<this, any, Parent, D>
  /** Handles M-SEARCH requests. */
  'm-search': IRouterMatcher<this, any, Parent, D>
  /** Handles MERGE requests. */
  merge: IRouterMatcher<this, any, Parent, D>
  /** Handles MKACTIVITY requests. */
  mkactivity: IRouterMatcher<this, any, Parent, D>
  /** Handles MKCALENDAR requests. */
  mkcalendar: IRouterMatcher<this, any, Parent, D>
  /** Handles MKCOL requests. */
  mkcol: IRouterMatcher<this, any, Parent, D>
  /** Handles MOVE requests. */
  move: IRouterMatcher<this, any, Parent, D>
  /** Handles NOTIFY requests. */
  notify: IRouterMatcher<this, any, Parent, D>
  /** Handles OPTIONS requests. */
  options: IRouterMatcher<this, any, Parent, D>
  /** Handles PATCH requests. */
  patch: IRouterMatcher<this, any, Parent, D>
  /** Handles POST requests. */
  post: IRouterMatcher<this, any, Parent, D>
  /** Handles PROPFIND requests. */
  propfind: IRouterMatcher<this, any, Parent, D>
  /** Handles PROPPATCH requests. */
  proppatch: IRouterMatcher<this, any, Parent, D>
  /** Handles PURGE requests. */
  purge: IRouterMatcher<this, any, Parent, D>
  /** Handles PUT requests. */
  put: IRouterMatcher<this, any, Parent, D>
  /** Handles QUERY requests, on versions of Node that support the method. */
  query: IRouterMatcher<this, any, Parent, D>
  /** Handles REBIND requests. */
  rebind: IRouterMatcher<this, any, Parent, D>
  /** Handles REPORT requests. */
  report: IRouterMatcher<this, any, Parent, D>
  /** Handles SEARCH requests. */
  search: IRouterMatcher<this, any, Parent, D>
  /** Handles SOURCE requests. */
  source: IRouterMatcher<this, any, Parent, D>
  /** Handles SUBSCRIBE requests. */
  subscribe: IRouterMatcher<this, any, Parent, D>
  /** Handles TRACE requests. */
  trace: IRouterMatcher<this, any, Parent, D>
  /** Handles UNBIND requests. */
  unbind: IRouterMatcher<this, any, Parent, D>
  /** Handles UNLINK requests. */
  unlink: IRouterMatcher<this, any, Parent, D>
  /** Handles UNLOCK requests. */
  unlock: IRouterMatcher<this, any, Parent, D>
  /** Handles UNSUBSCRIBE requests. */
  unsubscribe: IRouterMatcher<this, any, Parent, D>
}

/** The method functions of a route, which take no path. */
export interface RouteMethods<Path extends string, Parent, D extends Dialect = '5.x'> {
  /** Handles requests of any method. */
  all: IRouterHandler<this, Path, Parent, D>
  /** Handles ACL requests. */
  acl: IRouterHandler<this, Path, Parent, D>
  /** Handles BIND requests. */
  bind: IRouterHandler<this, Path, Parent, D>
  /** Handles CHECKOUT requests. */
  checkout: IRouterHandler<this, Path, Parent, D>
  /** Handles CONNECT requests. */
  connect: IRouterHandler<this, Path, Parent, D>
  /** Handles COPY requests. */
  copy: IRouterHandler<this, Path, Parent, D>
  /** Handles DELETE requests. */
  delete: IRouterHandler<this, Path, Parent, D>
  /** Handles GET requests, and HEAD requests that no earlier HEAD route handled. */
  get: IRouterHandler<this, Path, Parent, D>
  /** Handles HEAD requests. */
  head: IRouterHandler<this, Path, Parent, D>
  /** Handles LINK requests. */
  link: IRouterHandler<this, Path, Parent, D>
  /** Handles LOCK requests. */
  lock: IRouterHandler<this, Path, Parent, D>
  /** Handles M-SEARCH requests. */
  'm-search': IRouterHandler<this, Path, Parent, D>
  /** Handles MERGE requests. */
  merge: IRouterHandler<this, Path, Parent, D>
  /** Handles MKACTIVITY requests. */
  mkactivity: IRouterHandler<this, Path, Parent, D>
  /** Handles MKCALENDAR requests. */
  mkcalendar: IRouterHandler<this, Path, Parent, D>
  /** Handles MKCOL requests. */
  mkcol: IRouterHandler<this, Path, Parent, D>
  /** Handles MOVE requests. */
  move: IRouterHandler<this, Path, Parent, D>
  /** Handles NOTIFY requests. */
  notify: IRouterHandler<this, Path, Parent, D>
  /** Handles OPTIONS requests. */
  options: IRouterHandler<this, Path, Parent, D>
  /** Handles PATCH requests. */
  patch: IRouterHandler<this, Path, Parent, D>
  /** Handles POST requests. */
  post: IRouterHandler<this, Path, Parent, D>
  /** Handles PROPFIND requests. */
  propfind: IRouterHandler<this, Path, Parent, D>
  /** Handles PROPPATCH requests. */
  proppatch: IRouterHandler<this, Path, Parent, D>
  /** Handles PURGE requests. */
  purge: IRouterHandler<this, Path, Parent, D>
  /** Handles PUT requests. */
  put: IRouterHandler<this, Path, Parent, D>
  /** Handles QUERY requests, on versions of Node that support the method. */
  query: IRouterHandler<this, Path, Parent, D>
  /** Handles REBIND requests. */
  rebind: IRouterHandler<this, Path, Parent, D>
  /** Handles REPORT requests. */
  report: IRouterHandler<this, Path, Parent, D>
  /** Handles SEARCH requests. */
  search: IRouterHandler<this, Path, Parent, D>
  /** Handles SOURCE requests. */
  source: IRouterHandler<this, Path, Parent, D>
  /** Handles SUBSCRIBE requests. */
  subscribe: IRouterHandler<this, Path, Parent, D>
  /** Handles TRACE requests. */
  trace: IRouterHandler<this, Path, Parent, D>
  /** Handles UNBIND requests. */
  unbind: IRouterHandler<this, Path, Parent, D>
  /** Handles UNLINK requests. */
  unlink: IRouterHandler<this, Path, Parent, D>
  /** Handles UNLOCK requests. */
  unlock: IRouterHandler<this, Path, Parent, D>
  /** Handles UNSUBSCRIBE requests. */
  unsubscribe: IRouterHandler<this, Path, Parent, D>
}
