import type { Dialect } from './dialect.ts'
import type { IRouterHandler, IRouterMatcher } from './matchers.ts'

/** The method functions of applications and routers, which take a path. */
export interface RouterMethods<Parent = unknown, D extends Dialect = '5.x'>
  extends Methods<'router', string, Parent, D> {}

/** The method functions of a route, which take no path. */
export interface RouteMethods<Path extends string, Parent, D extends Dialect = '5.x'>
  extends Methods<'route', Path, Parent, D> {}

interface MethodFunctions<T, Path extends string, Parent, D extends Dialect> {
  router: IRouterMatcher<T, any, Parent, D>
  route: IRouterHandler<T, Path, Parent, D>
}

interface Methods<Of extends 'router' | 'route', Path extends string, Parent, D extends Dialect> {
  /** Handles requests of any method. */
  all: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles ACL requests. */
  acl: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles BIND requests. */
  bind: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles CHECKOUT requests. */
  checkout: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles CONNECT requests. */
  connect: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles COPY requests. */
  copy: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles DELETE requests. */
  delete: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles GET requests, and HEAD requests that no earlier HEAD route handled. */
  get: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles HEAD requests. */
  head: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles LINK requests. */
  link: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles LOCK requests. */
  lock: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles M-SEARCH requests. */
  'm-search': MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles MERGE requests. */
  merge: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles MKACTIVITY requests. */
  mkactivity: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles MKCALENDAR requests. */
  mkcalendar: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles MKCOL requests. */
  mkcol: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles MOVE requests. */
  move: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles NOTIFY requests. */
  notify: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles OPTIONS requests. */
  options: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles PATCH requests. */
  patch: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles POST requests. */
  post: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles PROPFIND requests. */
  propfind: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles PROPPATCH requests. */
  proppatch: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles PURGE requests. */
  purge: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles PUT requests. */
  put: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles QUERY requests, on versions of Node that support the method. */
  query: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles REBIND requests. */
  rebind: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles REPORT requests. */
  report: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles SEARCH requests. */
  search: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles SOURCE requests. */
  source: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles SUBSCRIBE requests. */
  subscribe: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles TRACE requests. */
  trace: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles UNBIND requests. */
  unbind: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles UNLINK requests. */
  unlink: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles UNLOCK requests. */
  unlock: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles UNSUBSCRIBE requests. */
  unsubscribe: MethodFunctions<this, Path, Parent, D>[Of]
}
