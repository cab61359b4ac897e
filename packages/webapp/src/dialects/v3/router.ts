import { recordLocation } from '../../errors/locations.ts'
import { reportHandlers } from '../../errors/mistakes.ts'
import { places, recordPlace } from '../../errors/places.ts'
import type { Handler, Next, ParamHandler, Req, Res } from '../../http/exchange.ts'
import { targetOf } from '../../http/target.ts'
import { recordDelegate } from '../../members/delegates.ts'
import { exposeMembers, withLength } from '../../members/expose.ts'
import { methodChecks, setMethodCheck } from '../../router/method-check.ts'
import { methodName, methods } from '../../router/methods.ts'
import { checkLevel } from '../../router/nesting.ts'
import { addParamPattern, fitsPatterns, paramPatterns } from '../../router/param-patterns.ts'
import type { ParamHandlers } from '../../router/params.ts'
import { kRemove } from '../../router/removal.ts'
import { addParamHandler } from '../../router/router.ts'
import {
  append,
  entriesOf,
  filterList,
  WatchedList,
  watchedList,
} from '../../router/watched-list.ts'
import { CheckedRouteMapWalk } from './checked-walks.ts'
import { createNamedRoute, type NamedRoute } from './named-routes.ts'
import { type Callback, Route, registerForAll } from './route.ts'
import {
  kFind,
  kSnapshot,
  type RoutedRequest,
  type RouteMap,
  RouteMapWalk,
  type Snapshot,
} from './route-map-walk.ts'

type ParamAdapter = (name: string, handler: unknown) => unknown

export interface RouterOptions {
  readonly caseSensitive?: unknown
  readonly methodNotAllowed?: unknown
  readonly strict?: unknown
}

/** The Router of 3.x: routes by method, which its `middleware` serves. */
export class Router {
  map: Record<string, Route[]> = {}
  params: ParamHandlers = {}
  _params: ParamAdapter[] = []
  caseSensitive: unknown
  strict: unknown
  middleware: Handler
  #snapshot: Snapshot = { map: undefined }

  constructor(options?: RouterOptions | null) {
    this.caseSensitive = options?.caseSensitive
    this.strict = options?.strict
    setMethodCheck(this, options?.methodNotAllowed)
    const middleware: Handler = (req, res, next) => this._dispatch(req, res, next)
    Object.defineProperty(middleware, 'name', { value: 'router' })
    this.middleware = recordDelegate(middleware, this)
  }

  param(name: string | ParamAdapter, given?: unknown): this | undefined {
    if (typeof name === 'function') {
      this._params.push(name)
      return undefined
    }
    const handler = this._params.reduce((fn, adapt) => adapt(name, fn) || fn, given)
    if (handler instanceof RegExp) addParamPattern(this, name, handler)
    else if (typeof handler !== 'function') {
      throw new Error(`invalid param() call for ${name}, got ${handler}`)
    } else addParamHandler(this.params, name, handler as ParamHandler)
    return this
  }

  _dispatch(req: Req, res: Res, next: Next): void {
    checkLevel(req, this)
    if (methodChecks.areOn) new CheckedRouteMapWalk(this, req, res, next).next()
    else new RouteMapWalk(this, req, res, next).next()
  }

  _options(req: Req, res: Res, next: Next): void {
    const body = this._optionsFor(targetOf(req).pathname ?? '').join(',')
    if (body) res.set('Allow', body).send(body)
    else next()
  }

  _optionsFor(path: string): string[] {
    const matching = methods
      .filter((method) => method !== 'options')
      .filter((method) => this.map[method]?.some((route) => this.#takes(route, path)))
    if (matching.includes('get') && !this.map.head) matching.push('head')
    return matching.map((method) => method.toUpperCase()).sort()
  }

  matchRequest(req: Req, start = 0, head = false): Route | undefined {
    return this[kFind](this.map, req, start, head)
  }

  [kSnapshot](): Snapshot {
    return this.#snapshot
  }

  /** Removes routes. Requests that are in the router continue with those that it had. */
  [kRemove](isRemoved: (route: Route) => boolean): number {
    const { map } = this
    const before: Record<string, Route[]> = Object.create(null)
    let removed = 0
    for (const [method, list] of Object.entries(map)) {
      before[method] = list
      const gone = new Set(
        entriesOf(list).filter((route) => route !== undefined && isRemoved(route)),
      )
      if (gone.size === 0) continue
      map[method] = filterList(list, (route) => !gone.has(route))
      removed += gone.size
    }
    if (removed > 0) {
      this.#snapshot.map = before
      this.#snapshot = { map: undefined }
    }
    return removed
  }

  [kFind](map: RouteMap, req: Req, start = 0, head = false): Route | undefined {
    let method = methodName(req.method)
    const path = targetOf(req).pathname ?? ''
    if (!head && method === 'head') {
      const route = this[kFind](map, req, start, true)
      if (route !== undefined) return route
      method = 'get'
    }
    const listed = Object.hasOwn(map, method) ? (map[method] as Route[]) : []
    const watched = watchedList(listed)
    const routes = watched?.entries ?? listed
    const search = watched?.search(path)
    for (let index = start; index < routes.length; index++) {
      if (search !== undefined) index = search.next(index)
      const route = routes[index]
      if (route === undefined || !this.#takes(route, path)) continue
      ;(req as RoutedRequest)._route_index = index
      return route
    }
    return undefined
  }

  /** Whether a route handles a path, and the values of its parameters fit the patterns of the router. */
  #takes(route: Route, path: string): boolean {
    if (!route.match(path)) return false
    return !paramPatterns.areUsed || fitsPatterns(this, route.params)
  }

  match(method: string, url: string, start?: number, head?: boolean): Route | undefined {
    return this.matchRequest({ method, url } as Req, start, head)
  }

  route(method: string, path: unknown, ...callbacks: unknown[]): this {
    const name = method.toLowerCase()
    if (!path) throw new Error(`Router#${name}() requires a path`)
    const handlers = callbacks.flat(Number.POSITIVE_INFINITY)
    for (const handler of handlers) {
      if (typeof handler === 'function') continue
      reportHandlers(name, path, handlers)
      const got = Object.prototype.toString.call(handler)
      throw new Error(`.${name}() requires callback functions but got a ${got}`)
    }
    const options = { sensitive: this.caseSensitive, strict: this.strict }
    const route = new Route(name, path, handlers as Callback[], options)
    recordLocation(route)
    if (places.areRecorded) recordPlace(route, ...route.callbacks)
    if (!Object.hasOwn(this.map, name)) this.map[name] = createRouteList()
    append(this.map[name] as Route[], route)
    return this
  }

  all(path: unknown, ...callbacks: unknown[]): this {
    registerForAll(() => {
      for (const method of methods) this.route(method, path, ...callbacks)
    })
    return this
  }
}

/** The routes of one method: an array that programs may change, with an index for fast search. */
function createRouteList(): Route[] {
  return new WatchedList<Route | undefined>((route) => route?.leads?.()).proxy as Route[]
}

for (const method of methods) {
  const register = function (this: Router, path: unknown, ...callbacks: unknown[]) {
    return this.route(method, path, ...callbacks)
  }
  Object.assign(Router.prototype, { [method]: register })
}
exposeMembers(Router.prototype)
Object.defineProperty(Router.prototype, 'namedRoute', {
  configurable: true,
  writable: true,
  value: function namedRoute(this: Router, path: unknown, options: unknown): NamedRoute {
    return createNamedRoute(this, this, path, options)
  },
})
withLength(3, Router.prototype.matchRequest)
withLength(3, Router.prototype.route)
