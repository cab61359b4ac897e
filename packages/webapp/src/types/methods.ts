import type { Dialect } from './dialect.ts'
import type { IRouterHandler, IRouterMatcher } from './matchers.ts'

/** An HTTP method in lower case, as the members that route it are named. */
export type Method =
  | ('acl' | 'bind' | 'checkout' | 'connect' | 'copy' | 'delete' | 'get' | 'head' | 'link')
  | ('lock' | 'm-search' | 'merge' | 'mkactivity' | 'mkcalendar' | 'mkcol' | 'move' | 'notify')
  | ('options' | 'patch' | 'post' | 'propfind' | 'proppatch' | 'purge' | 'put' | 'query')
  | ('rebind' | 'report' | 'search' | 'source' | 'subscribe' | 'trace' | 'unbind' | 'unlink')
  | ('unlock' | 'unsubscribe')

/** The method functions of applications and routers, which take a path. */
export interface RouterMethods<Parent = unknown, D extends Dialect = '5.x'> {
  /** Handles requests of any method. */
  all: IRouterMatcher<this, Parent, D>
  /** Handles ACL requests. */
  acl: IRouterMatcher<this, Parent, D>
  /** Handles BIND requests. */
  bind: IRouterMatcher<this, Parent, D>
  /** Handles CHECKOUT requests. */
  checkout: IRouterMatcher<this, Parent, D>
  /** Handles CONNECT requests. */
  connect: IRouterMatcher<this, Parent, D>
  /** Handles COPY requests. */
  copy: IRouterMatcher<this, Parent, D>
  /** Handles DELETE requests. */
  delete: IRouterMatcher<this, Parent, D>
  /** Handles GET requests, and HEAD requests that no earlier HEAD route took. */
  get: IRouterMatcher<this, Parent, D>
  /** Handles HEAD requests. */
  head: IRouterMatcher<this, Parent, D>
  /** Handles LINK requests. */
  link: IRouterMatcher<this, Parent, D>
  /** Handles LOCK requests. */
  lock: IRouterMatcher<this, Parent, D>
  /** Handles M-SEARCH requests. */
  'm-search': IRouterMatcher<this, Parent, D>
  /** Handles MERGE requests. */
  merge: IRouterMatcher<this, Parent, D>
  /** Handles MKACTIVITY requests. */
  mkactivity: IRouterMatcher<this, Parent, D>
  /** Handles MKCALENDAR requests. */
  mkcalendar: IRouterMatcher<this, Parent, D>
  /** Handles MKCOL requests. */
  mkcol: IRouterMatcher<this, Parent, D>
  /** Handles MOVE requests. */
  move: IRouterMatcher<this, Parent, D>
  /** Handles NOTIFY requests. */
  notify: IRouterMatcher<this, Parent, D>
  /** Handles OPTIONS requests. */
  options: IRouterMatcher<this, Parent, D>
  /** Handles PATCH requests. */
  patch: IRouterMatcher<this, Parent, D>
  /** Handles POST requests. */
  post: IRouterMatcher<this, Parent, D>
  /** Handles PROPFIND requests. */
  propfind: IRouterMatcher<this, Parent, D>
  /** Handles PROPPATCH requests. */
  proppatch: IRouterMatcher<this, Parent, D>
  /** Handles PURGE requests. */
  purge: IRouterMatcher<this, Parent, D>
  /** Handles PUT requests. */
  put: IRouterMatcher<this, Parent, D>
  /** Handles QUERY requests, on versions of Node that know the method. */
  query: IRouterMatcher<this, Parent, D>
  /** Handles REBIND requests. */
  rebind: IRouterMatcher<this, Parent, D>
  /** Handles REPORT requests. */
  report: IRouterMatcher<this, Parent, D>
  /** Handles SEARCH requests. */
  search: IRouterMatcher<this, Parent, D>
  /** Handles SOURCE requests. */
  source: IRouterMatcher<this, Parent, D>
  /** Handles SUBSCRIBE requests. */
  subscribe: IRouterMatcher<this, Parent, D>
  /** Handles TRACE requests. */
  trace: IRouterMatcher<this, Parent, D>
  /** Handles UNBIND requests. */
  unbind: IRouterMatcher<this, Parent, D>
  /** Handles UNLINK requests. */
  unlink: IRouterMatcher<this, Parent, D>
  /** Handles UNLOCK requests. */
  unlock: IRouterMatcher<this, Parent, D>
  /** Handles UNSUBSCRIBE requests. */
  unsubscribe: IRouterMatcher<this, Parent, D>
}

/** The method functions of a route, which has its path already. */
export interface RouteMethods<Params, D extends Dialect = '5.x'> {
  /** Handles requests of any method. */
  all: IRouterHandler<this, Params, D>
  /** Handles ACL requests. */
  acl: IRouterHandler<this, Params, D>
  /** Handles BIND requests. */
  bind: IRouterHandler<this, Params, D>
  /** Handles CHECKOUT requests. */
  checkout: IRouterHandler<this, Params, D>
  /** Handles CONNECT requests. */
  connect: IRouterHandler<this, Params, D>
  /** Handles COPY requests. */
  copy: IRouterHandler<this, Params, D>
  /** Handles DELETE requests. */
  delete: IRouterHandler<this, Params, D>
  /** Handles GET requests, and HEAD requests that no earlier HEAD route took. */
  get: IRouterHandler<this, Params, D>
  /** Handles HEAD requests. */
  head: IRouterHandler<this, Params, D>
  /** Handles LINK requests. */
  link: IRouterHandler<this, Params, D>
  /** Handles LOCK requests. */
  lock: IRouterHandler<this, Params, D>
  /** Handles M-SEARCH requests. */
  'm-search': IRouterHandler<this, Params, D>
  /** Handles MERGE requests. */
  merge: IRouterHandler<this, Params, D>
  /** Handles MKACTIVITY requests. */
  mkactivity: IRouterHandler<this, Params, D>
  /** Handles MKCALENDAR requests. */
  mkcalendar: IRouterHandler<this, Params, D>
  /** Handles MKCOL requests. */
  mkcol: IRouterHandler<this, Params, D>
  /** Handles MOVE requests. */
  move: IRouterHandler<this, Params, D>
  /** Handles NOTIFY requests. */
  notify: IRouterHandler<this, Params, D>
  /** Handles OPTIONS requests. */
  options: IRouterHandler<this, Params, D>
  /** Handles PATCH requests. */
  patch: IRouterHandler<this, Params, D>
  /** Handles POST requests. */
  post: IRouterHandler<this, Params, D>
  /** Handles PROPFIND requests. */
  propfind: IRouterHandler<this, Params, D>
  /** Handles PROPPATCH requests. */
  proppatch: IRouterHandler<this, Params, D>
  /** Handles PURGE requests. */
  purge: IRouterHandler<this, Params, D>
  /** Handles PUT requests. */
  put: IRouterHandler<this, Params, D>
  /** Handles QUERY requests, on versions of Node that know the method. */
  query: IRouterHandler<this, Params, D>
  /** Handles REBIND requests. */
  rebind: IRouterHandler<this, Params, D>
  /** Handles REPORT requests. */
  report: IRouterHandler<this, Params, D>
  /** Handles SEARCH requests. */
  search: IRouterHandler<this, Params, D>
  /** Handles SOURCE requests. */
  source: IRouterHandler<this, Params, D>
  /** Handles SUBSCRIBE requests. */
  subscribe: IRouterHandler<this, Params, D>
  /** Handles TRACE requests. */
  trace: IRouterHandler<this, Params, D>
  /** Handles UNBIND requests. */
  unbind: IRouterHandler<this, Params, D>
  /** Handles UNLINK requests. */
  unlink: IRouterHandler<this, Params, D>
  /** Handles UNLOCK requests. */
  unlock: IRouterHandler<this, Params, D>
  /** Handles UNSUBSCRIBE requests. */
  unsubscribe: IRouterHandler<this, Params, D>
}
