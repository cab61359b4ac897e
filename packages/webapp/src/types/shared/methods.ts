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

/** Each function handles the requests of the method that it is named after. */
interface Methods<Of extends 'router' | 'route', Path extends string, Parent, D extends Dialect> {
  /** Handles requests of any method. */
  all: MethodFunctions<this, Path, Parent, D>[Of]
  acl: MethodFunctions<this, Path, Parent, D>[Of]
  bind: MethodFunctions<this, Path, Parent, D>[Of]
  checkout: MethodFunctions<this, Path, Parent, D>[Of]
  connect: MethodFunctions<this, Path, Parent, D>[Of]
  copy: MethodFunctions<this, Path, Parent, D>[Of]
  delete: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles GET requests, and HEAD requests that no earlier HEAD route handled. */
  get: MethodFunctions<this, Path, Parent, D>[Of]
  head: MethodFunctions<this, Path, Parent, D>[Of]
  link: MethodFunctions<this, Path, Parent, D>[Of]
  lock: MethodFunctions<this, Path, Parent, D>[Of]
  'm-search': MethodFunctions<this, Path, Parent, D>[Of]
  merge: MethodFunctions<this, Path, Parent, D>[Of]
  mkactivity: MethodFunctions<this, Path, Parent, D>[Of]
  mkcalendar: MethodFunctions<this, Path, Parent, D>[Of]
  mkcol: MethodFunctions<this, Path, Parent, D>[Of]
  move: MethodFunctions<this, Path, Parent, D>[Of]
  notify: MethodFunctions<this, Path, Parent, D>[Of]
  options: MethodFunctions<this, Path, Parent, D>[Of]
  patch: MethodFunctions<this, Path, Parent, D>[Of]
  post: MethodFunctions<this, Path, Parent, D>[Of]
  propfind: MethodFunctions<this, Path, Parent, D>[Of]
  proppatch: MethodFunctions<this, Path, Parent, D>[Of]
  purge: MethodFunctions<this, Path, Parent, D>[Of]
  put: MethodFunctions<this, Path, Parent, D>[Of]
  /** Handles QUERY requests, on versions of Node that support the method. */
  query: MethodFunctions<this, Path, Parent, D>[Of]
  rebind: MethodFunctions<this, Path, Parent, D>[Of]
  report: MethodFunctions<this, Path, Parent, D>[Of]
  search: MethodFunctions<this, Path, Parent, D>[Of]
  source: MethodFunctions<this, Path, Parent, D>[Of]
  subscribe: MethodFunctions<this, Path, Parent, D>[Of]
  trace: MethodFunctions<this, Path, Parent, D>[Of]
  unbind: MethodFunctions<this, Path, Parent, D>[Of]
  unlink: MethodFunctions<this, Path, Parent, D>[Of]
  unlock: MethodFunctions<this, Path, Parent, D>[Of]
  unsubscribe: MethodFunctions<this, Path, Parent, D>[Of]
}
