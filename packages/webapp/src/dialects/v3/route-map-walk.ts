import type { Next, ParamHandler, Req, Res } from '../../http/exchange.ts'
import { recordPassage } from '../../http/passages.ts'
import { targetOf } from '../../http/target.ts'
import { foldsCase } from '../../http/usual-paths.ts'
import { runErrorHandler, runHandler } from '../../router/layer.ts'
import { nesting } from '../../router/nesting.ts'
import type { ParamHandlers } from '../../router/params.ts'
import type { ResultHandler } from '../../router/router-types.ts'
import { Walk } from '../../router/walk.ts'
import { leaveRoute } from '../../trace/route-pattern.ts'
import { subscriptions } from '../../trace/subscriptions.ts'
import { traceRoute } from '../../trace/trace-route.ts'
import { resultHandlerFor } from '../v4/rejections.ts'
import { arityOf } from './arity.ts'
import { evadesRoutes } from './evasion.ts'
import type { Callback, Route } from './route.ts'

export interface RoutedRequest extends Req {
  /** The index of the matched route in the list of its method. */
  _route_index: number
}

/** Routes by method. */
export type RouteMap = Readonly<Record<string, readonly Route[]>>

/** The routes that requests began with; undefined until one is removed. */
export interface Snapshot {
  map: RouteMap | undefined
}

export const kSnapshot = Symbol('webapp.snapshot')
export const kFind = Symbol('webapp.find')

/** The parts of a 3.x router that a walk uses. */
export interface RouteTable {
  readonly map: Readonly<Record<string, readonly Route[]>>
  readonly caseSensitive: unknown
  readonly strict: unknown
  readonly params: ParamHandlers
  /** Whether the router responds 405; undefined if the application decides. */
  readonly methodNotAllowed?: unknown
  matchRequest(req: Req, start: number): Route | undefined
  /** The routes for requests that are in the router now. */
  [kSnapshot](): Snapshot
  /** As `matchRequest`, among other routes. */
  [kFind](map: RouteMap, req: Req, start: number): Route | undefined
  _options(req: Req, res: Res, next: Next): void
}

/** Runs a request through the routes of a 3.x router, including error handlers in routes. */
export class RouteMapWalk extends Walk {
  protected readonly router: RouteTable
  private readonly onResult: ResultHandler
  private readonly snapshot: Snapshot
  private isBegun = false

  constructor(router: RouteTable, req: Req, res: Res, done: Next) {
    super(req, res, done)
    this.router = router
    this.onResult = resultHandlerFor(req)
    this.snapshot = router[kSnapshot]()
  }

  /** Runs the next matching route. With an error, only its error handlers run. */
  protected step(given: unknown): void {
    const { router, req } = this
    const error = given === 'route' ? undefined : given
    const start = this.isBegun ? (req as RoutedRequest)._route_index + 1 : 0
    this.isBegun = true
    let route: Route | undefined
    try {
      const { map } = this.snapshot
      route = map === undefined ? router.matchRequest(req, start) : router[kFind](map, req, start)
    } catch (failure) {
      this.end(failure)
      return
    }
    req.route = route
    const { isUnusual } = targetOf(req)
    if (isUnusual || (foldsCase && router.caseSensitive)) this.recordPassage(start, route)
    if (subscriptions.routePatterns) this.trace(route)
    if (route === undefined) {
      this.leave(error)
      return
    }
    req.params = route.params as unknown as Req['params']
    if (error) this.runCallbacks(route, error)
    else this.runParams(route, 0)
  }

  /** Called after the last matching route. */
  protected leave(error: unknown): void {
    const { router, req, res } = this
    if (req.method === 'OPTIONS') router._options(req, res, (failure) => this.end(failure))
    else this.end(error)
  }

  /** Records the routes from `start` up to the current one for a file server. */
  private recordPassage(start: number, route: Route | undefined): void {
    const { router, req } = this
    const path = targetOf(req).pathname ?? ''
    const { method, _route_index: index } = req as RoutedRequest
    recordPassage(req, () => {
      const map = this.snapshot.map ?? router.map
      return evadesRoutes(router, { map, method, path, start, route, index })
    })
  }

  private trace(route: Route | undefined): void {
    if (route === undefined) leaveRoute(this.req)
    else traceRoute(this.req, this.res, route.path)
  }

  private runParams(route: Route, start: number): void {
    const { req, res, router, onResult } = this
    for (let index = start; index < route.keys.length; index++) {
      const name = String(route.keys[index]?.name)
      const value = req.params[name]
      const handlers = Object.hasOwn(router.params, name) ? router.params[name] : undefined
      if (handlers === undefined || value === undefined) continue
      const done: Next = (error) => {
        if (error === 'route') this.next(error)
        else if (error) this.runCallbacks(route, error)
        else this.runParams(route, index + 1)
      }
      new ParamHandlerWalk({ name, value, handlers, onResult }, req, res, done).next()
      return
    }
    this.runCallbacks(route, undefined)
  }

  protected runCallbacks(route: Route, error: unknown): void {
    const { req, res, next, onResult } = this
    new CallbackWalk(route.callbacks, onResult, req, res, next).next(error)
  }
}

interface Param {
  readonly name: string
  readonly value: unknown
  readonly handlers: readonly ParamHandler[]
  readonly onResult: ResultHandler
}

/** One pass through the callbacks of a parameter. An error skips the others. */
class ParamHandlerWalk extends Walk {
  private readonly param: Param
  private index = 0

  constructor(param: Param, req: Req, res: Res, done: Next) {
    super(req, res, done, nesting.level)
    this.param = param
  }

  protected override isOver(): boolean {
    // As in Express, the number of synchronous calls is not limited.
    this.sync = 0
    // Ignore calls of `next` after the last handler.
    return this.index > this.param.handlers.length
  }

  protected step(error: unknown): void {
    const { req, res, next } = this
    const { name, value, handlers, onResult } = this.param
    const handler = handlers[this.index++]
    if (error) this.index = handlers.length + 1
    if (error || handler === undefined) {
      this.done(error)
      return
    }
    try {
      const result = handler(req, res, next, value, name)
      if (onResult !== undefined) onResult(result, res, next)
    } catch (failure) {
      next(failure)
    }
  }
}

/** One pass through the callbacks of a route. */
class CallbackWalk extends Walk {
  private readonly callbacks: readonly Callback[]
  private readonly onResult: ResultHandler
  private index = 0

  constructor(
    callbacks: readonly Callback[],
    onResult: ResultHandler,
    req: Req,
    res: Res,
    done: Next,
  ) {
    super(req, res, done, nesting.level)
    this.callbacks = callbacks
    this.onResult = onResult
  }

  protected step(error: unknown): void {
    const { callbacks, onResult, req, res, next } = this
    while (error !== 'route' && this.index < callbacks.length) {
      const callback = callbacks[this.index++] as (...args: unknown[]) => unknown
      if (arityOf(callback) < 4 === Boolean(error)) continue
      if (error) runErrorHandler(callback, onResult, error, req, res, next)
      else runHandler(callback, onResult, req, res, next)
      return
    }
    this.done(error)
  }
}
