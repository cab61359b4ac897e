import { recordPassedError } from '../../errors/callback-errors.ts'
import type { Next, ParamHandler, Req, Res } from '../../http/exchange.ts'
import { recordPassage } from '../../http/passages.ts'
import { targetOf } from '../../http/target.ts'
import { foldsCase } from '../../http/usual-paths.ts'
import type { ResultHandler } from '../../router/contract.ts'
import { runErrorHandler, runHandler } from '../../router/layer.ts'
import {
  checkLevel,
  continueLater,
  endWalk,
  enterLevel,
  exitLevel,
  MAX_NESTING,
  MAX_SYNC,
  nesting,
} from '../../router/nesting.ts'
import type { ParamHandlers } from '../../router/params.ts'
import { leaveRoute } from '../../trace/route-pattern.ts'
import { subscriptions } from '../../trace/subscriptions.ts'
import { traceRoute } from '../../trace/trace-route.ts'
import { resultHandlerFor } from '../v4/rejections.ts'
import { arityOf } from './arity.ts'
import { evadesRoutes } from './evasion.ts'
import type { Route } from './route.ts'

export interface RoutedRequest extends Req {
  /** The index of the matched route in the list of its method. */
  _route_index: number
}

/** The parts of a 3.x router that a walk uses. */
interface RouteTable {
  readonly map: Readonly<Record<string, readonly Route[]>>
  readonly caseSensitive: unknown
  readonly strict: unknown
  readonly params: ParamHandlers
  matchRequest(req: Req, start: number): Route | undefined
  _options(req: Req, res: Res, next: Next): void
}

interface Param {
  readonly name: string
  readonly value: unknown
}

/** Runs a request through the routes of a 3.x router, including error handlers in routes. */
export class RouterWalk {
  private readonly router: RouteTable
  readonly req: RoutedRequest
  private readonly res: Res
  readonly done: Next
  private readonly onResult: ResultHandler
  readonly level: number
  readonly enteredIn: number
  private sync = 0

  constructor(router: RouteTable, req: RoutedRequest, res: Res, done: Next) {
    checkLevel(req, router)
    this.level = nesting.level + 1
    this.enteredIn = nesting.run
    this.router = router
    this.req = req
    this.res = res
    this.done = done
    this.onResult = resultHandlerFor(req)
  }

  /** Runs the first matching route from `start` on. With an error, only its error handlers run. */
  pass(start: number, error?: unknown): void {
    const { router, req, res } = this
    let route: Route | undefined
    try {
      route = router.matchRequest(req, start)
    } catch (failure) {
      endWalk(this, failure)
      return
    }
    req.route = route
    const { isUnusual } = targetOf(req)
    if (isUnusual || (foldsCase && router.caseSensitive)) this.recordPassage(start, route)
    if (subscriptions.routePatterns) this.trace(route)
    if (route === undefined) {
      if (req.method === 'OPTIONS') router._options(req, res, (failure) => endWalk(this, failure))
      else endWalk(this, error)
      return
    }
    req.params = route.params as unknown as Req['params']
    this.runParams(route, 0, error)
  }

  /** Records the routes from `start` up to the current one for a file server. */
  private recordPassage(start: number, route: Route | undefined): void {
    const { router, req } = this
    const path = targetOf(req).pathname ?? ''
    const { method, _route_index: index } = req
    recordPassage(req, () => evadesRoutes(router, { method, path, start, route, index }))
  }

  private trace(route: Route | undefined): void {
    if (route === undefined) leaveRoute(this.req)
    else traceRoute(this.req, this.res, route.path)
  }

  private runParams(route: Route, start: number, error?: unknown): void {
    const { req, router } = this
    if (error === 'route') {
      this.passOn()
      return
    }
    if (error) {
      this.runCallbacks(route, error)
      return
    }
    for (let index = start; index < route.keys.length; index++) {
      const name = String(route.keys[index]?.name)
      const value = req.params[name]
      const handlers = Object.hasOwn(router.params, name) ? router.params[name] : undefined
      if (handlers === undefined || value === undefined) continue
      this.runParam(handlers, { name, value }, (failure) => {
        this.runParams(route, index + 1, failure)
      })
      return
    }
    this.runCallbacks(route, undefined)
  }

  private runParam(handlers: readonly ParamHandler[], param: Param, done: Next): void {
    let index = 0
    const next: Next = (error) => {
      if (nesting.depth >= MAX_NESTING) {
        continueLater(next, error, this.req)
        return
      }
      if (error) recordPassedError(this.req, error)
      // Ignore calls of `next` after the last handler.
      if (index > handlers.length) return
      const handler = handlers[index++]
      if (error) index = handlers.length + 1
      if (error || handler === undefined) done(error)
      else this.nest(() => this.callParam(handler, param, next))
    }
    next()
  }

  private runCallbacks(route: Route, first: unknown): void {
    const { req, res } = this
    let index = 0
    const next: Next = (error) => {
      if (error) recordPassedError(req, error)
      if (error === 'route') {
        this.passOn()
        return
      }
      if (++this.sync > MAX_SYNC || nesting.depth >= MAX_NESTING) {
        continueLater(next, error, this.req)
        return
      }
      while (index < route.callbacks.length) {
        const callback = route.callbacks[index++] as (...args: unknown[]) => unknown
        if (arityOf(callback) < 4 === Boolean(error)) continue
        this.nest(() => {
          if (error) runErrorHandler(callback, this.onResult, error, req, res, next)
          else runHandler(callback, this.onResult, req, res, next)
        })
        return
      }
      this.passOn(error)
    }
    next(first)
  }

  private passOn(error?: unknown): void {
    this.pass(this.req._route_index + 1, error)
  }

  private callParam(handler: ParamHandler, { name, value }: Param, next: Next): void {
    try {
      const result = handler(this.req, this.res, next, value, name)
      if (this.onResult !== undefined) this.onResult(result, this.res, next)
    } catch (error) {
      next(error)
    }
  }

  private nest(run: () => void): void {
    const outer = enterLevel(this.level)
    try {
      run()
    } finally {
      exitLevel(outer)
      this.sync = 0
    }
  }
}
