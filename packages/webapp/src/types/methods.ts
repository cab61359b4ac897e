import type { IRouterHandler, IRouterMatcher } from './matchers.ts'

/** An HTTP method in lower case, as the members that route it are named. */
export type Method =
  | ('acl' | 'bind' | 'checkout' | 'connect' | 'copy' | 'delete' | 'get' | 'head' | 'link')
  | ('lock' | 'm-search' | 'merge' | 'mkactivity' | 'mkcalendar' | 'mkcol' | 'move' | 'notify')
  | ('options' | 'patch' | 'post' | 'propfind' | 'proppatch' | 'purge' | 'put' | 'query')
  | ('rebind' | 'report' | 'search' | 'source' | 'subscribe' | 'trace' | 'unbind' | 'unlink')
  | ('unlock' | 'unsubscribe')

/** The method functions of applications and routers, which take a path. */
export interface RouterMethods<Parent = unknown> {
  /** Handles requests of any method. */
  all: IRouterMatcher<this, Parent>
  /** Handles ACL requests. */
  acl: IRouterMatcher<this, Parent>
  /** Handles BIND requests. */
  bind: IRouterMatcher<this, Parent>
  /** Handles CHECKOUT requests. */
  checkout: IRouterMatcher<this, Parent>
  /** Handles CONNECT requests. */
  connect: IRouterMatcher<this, Parent>
  /** Handles COPY requests. */
  copy: IRouterMatcher<this, Parent>
  /** Handles DELETE requests. */
  delete: IRouterMatcher<this, Parent>
  /** Handles GET requests, and HEAD requests that no earlier HEAD route took. */
  get: IRouterMatcher<this, Parent>
  /** Handles HEAD requests. */
  head: IRouterMatcher<this, Parent>
  /** Handles LINK requests. */
  link: IRouterMatcher<this, Parent>
  /** Handles LOCK requests. */
  lock: IRouterMatcher<this, Parent>
  /** Handles M-SEARCH requests. */
  'm-search': IRouterMatcher<this, Parent>
  /** Handles MERGE requests. */
  merge: IRouterMatcher<this, Parent>
  /** Handles MKACTIVITY requests. */
  mkactivity: IRouterMatcher<this, Parent>
  /** Handles MKCALENDAR requests. */
  mkcalendar: IRouterMatcher<this, Parent>
  /** Handles MKCOL requests. */
  mkcol: IRouterMatcher<this, Parent>
  /** Handles MOVE requests. */
  move: IRouterMatcher<this, Parent>
  /** Handles NOTIFY requests. */
  notify: IRouterMatcher<this, Parent>
  /** Handles OPTIONS requests. */
  options: IRouterMatcher<this, Parent>
  /** Handles PATCH requests. */
  patch: IRouterMatcher<this, Parent>
  /** Handles POST requests. */
  post: IRouterMatcher<this, Parent>
  /** Handles PROPFIND requests. */
  propfind: IRouterMatcher<this, Parent>
  /** Handles PROPPATCH requests. */
  proppatch: IRouterMatcher<this, Parent>
  /** Handles PURGE requests. */
  purge: IRouterMatcher<this, Parent>
  /** Handles PUT requests. */
  put: IRouterMatcher<this, Parent>
  /** Handles QUERY requests, on versions of Node that know the method. */
  query: IRouterMatcher<this, Parent>
  /** Handles REBIND requests. */
  rebind: IRouterMatcher<this, Parent>
  /** Handles REPORT requests. */
  report: IRouterMatcher<this, Parent>
  /** Handles SEARCH requests. */
  search: IRouterMatcher<this, Parent>
  /** Handles SOURCE requests. */
  source: IRouterMatcher<this, Parent>
  /** Handles SUBSCRIBE requests. */
  subscribe: IRouterMatcher<this, Parent>
  /** Handles TRACE requests. */
  trace: IRouterMatcher<this, Parent>
  /** Handles UNBIND requests. */
  unbind: IRouterMatcher<this, Parent>
  /** Handles UNLINK requests. */
  unlink: IRouterMatcher<this, Parent>
  /** Handles UNLOCK requests. */
  unlock: IRouterMatcher<this, Parent>
  /** Handles UNSUBSCRIBE requests. */
  unsubscribe: IRouterMatcher<this, Parent>
}

/** The method functions of a route, which has its path already. */
export interface RouteMethods<Params> {
  /** Handles requests of any method. */
  all: IRouterHandler<this, Params>
  /** Handles ACL requests. */
  acl: IRouterHandler<this, Params>
  /** Handles BIND requests. */
  bind: IRouterHandler<this, Params>
  /** Handles CHECKOUT requests. */
  checkout: IRouterHandler<this, Params>
  /** Handles CONNECT requests. */
  connect: IRouterHandler<this, Params>
  /** Handles COPY requests. */
  copy: IRouterHandler<this, Params>
  /** Handles DELETE requests. */
  delete: IRouterHandler<this, Params>
  /** Handles GET requests, and HEAD requests that no earlier HEAD route took. */
  get: IRouterHandler<this, Params>
  /** Handles HEAD requests. */
  head: IRouterHandler<this, Params>
  /** Handles LINK requests. */
  link: IRouterHandler<this, Params>
  /** Handles LOCK requests. */
  lock: IRouterHandler<this, Params>
  /** Handles M-SEARCH requests. */
  'm-search': IRouterHandler<this, Params>
  /** Handles MERGE requests. */
  merge: IRouterHandler<this, Params>
  /** Handles MKACTIVITY requests. */
  mkactivity: IRouterHandler<this, Params>
  /** Handles MKCALENDAR requests. */
  mkcalendar: IRouterHandler<this, Params>
  /** Handles MKCOL requests. */
  mkcol: IRouterHandler<this, Params>
  /** Handles MOVE requests. */
  move: IRouterHandler<this, Params>
  /** Handles NOTIFY requests. */
  notify: IRouterHandler<this, Params>
  /** Handles OPTIONS requests. */
  options: IRouterHandler<this, Params>
  /** Handles PATCH requests. */
  patch: IRouterHandler<this, Params>
  /** Handles POST requests. */
  post: IRouterHandler<this, Params>
  /** Handles PROPFIND requests. */
  propfind: IRouterHandler<this, Params>
  /** Handles PROPPATCH requests. */
  proppatch: IRouterHandler<this, Params>
  /** Handles PURGE requests. */
  purge: IRouterHandler<this, Params>
  /** Handles PUT requests. */
  put: IRouterHandler<this, Params>
  /** Handles QUERY requests, on versions of Node that know the method. */
  query: IRouterHandler<this, Params>
  /** Handles REBIND requests. */
  rebind: IRouterHandler<this, Params>
  /** Handles REPORT requests. */
  report: IRouterHandler<this, Params>
  /** Handles SEARCH requests. */
  search: IRouterHandler<this, Params>
  /** Handles SOURCE requests. */
  source: IRouterHandler<this, Params>
  /** Handles SUBSCRIBE requests. */
  subscribe: IRouterHandler<this, Params>
  /** Handles TRACE requests. */
  trace: IRouterHandler<this, Params>
  /** Handles UNBIND requests. */
  unbind: IRouterHandler<this, Params>
  /** Handles UNLINK requests. */
  unlink: IRouterHandler<this, Params>
  /** Handles UNLOCK requests. */
  unlock: IRouterHandler<this, Params>
  /** Handles UNSUBSCRIBE requests. */
  unsubscribe: IRouterHandler<this, Params>
}
