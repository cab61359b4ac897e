import { recordPassedError } from '../errors/callback-errors.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import { recordPassage } from '../http/passages.ts'
import { authorityPrefix, targetOf } from '../http/target.ts'
import { foldsCase } from '../http/usual-paths.ts'
import { restoringNext, showMembers } from '../members/dialect-members.ts'
import { setImmediate } from '../runtime/timers.ts'
import { recordMount } from '../trace/route-pattern.ts'
import { refreshSubscriptions, subscriptions } from '../trace/subscriptions.ts'
import { leavingRoute, traceRoute } from '../trace/trace-route.ts'
import type { Layer, RouterPolicy } from './contract.ts'
import { evadesEntries } from './evasion.ts'
import { ignoringCase, meetLayer } from './meet-layer.ts'
import { allowedMethods, handlesMethod } from './methods.ts'
import { endsAtBoundary, enterMount, leaveMount, type MountPoint, type Trimmed } from './mount.ts'
import {
  checkLevel,
  continueLater,
  enterLevel,
  exitLevel,
  leaveLevel,
  MAX_NESTING,
  MAX_SYNC,
  nesting,
} from './nesting.ts'
import {
  hasHandlers,
  mergeParams,
  type ParamHandlers,
  type ParamMemory,
  processParams,
  withoutPrototype,
} from './params.ts'
import { type Search, type WatchedList, watchedList } from './watched-list.ts'

/** The parts of a router that dispatch reads. */
export interface RoutingTable {
  readonly stack: readonly Layer[]
  readonly params: ParamHandlers
  readonly mergeParams: unknown
  readonly caseSensitive?: unknown
  readonly strict?: unknown
}

/** Runs a request through a router; calls `callback` if no layer ends the response. */
export function dispatch(
  table: RoutingTable,
  policy: RouterPolicy,
  req: Req,
  res: Res,
  callback: Next,
): void {
  checkLevel(req, table)
  // An application has already done this; a router can also be used without one.
  if (req.app === undefined) refreshSubscriptions()
  const takeOff = showMembers(policy.members, req, res)
  const done = takeOff === undefined ? callback : restoringNext(takeOff, callback)
  new RouterWalk(table, policy, req, res, done).next()
}

/** One pass of a request through the layers of a router, up to the layer that ends the response. */
class RouterWalk implements MountPoint {
  readonly next: Next
  readonly authority: string
  readonly baseUrl: string
  private readonly table: RoutingTable
  private readonly policy: RouterPolicy
  private readonly req: Req
  private readonly res: Res
  private readonly callback: Next | undefined
  private readonly outerNext: Next
  private readonly outerParams: Record<string, unknown>
  private readonly outerBaseUrl: string
  private readonly watched: WatchedList<Layer> | undefined
  private readonly stack: readonly Layer[]
  private readonly level: number
  private readonly enteredIn: number
  private found: Search | undefined
  private index: number
  private sync: number
  private trimmed: Trimmed | undefined
  private memory: ParamMemory | undefined
  private allowed: string[] | undefined

  constructor(table: RoutingTable, policy: RouterPolicy, req: Req, res: Res, callback: Next) {
    this.table = table
    this.policy = policy
    this.req = req
    this.res = res
    this.callback = callback
    this.outerNext = req.next
    this.outerParams = req.params
    this.outerBaseUrl = req.baseUrl
    this.watched = watchedList(table.stack)
    this.stack = this.watched?.entries ?? table.stack
    this.authority = authorityPrefix(req.url)
    this.baseUrl = req.baseUrl || ''
    this.level = nesting.level + 1
    this.enteredIn = nesting.run
    this.found = undefined
    this.index = 0
    this.sync = 0
    this.trimmed = undefined
    this.memory = undefined
    this.allowed = undefined
    const next: Next = (error) => this.advance(error)
    this.next = next
    req.next = next
    req.baseUrl = this.baseUrl
    req.originalUrl = req.originalUrl || req.url
  }

  private advance(error: unknown): void {
    if (error) recordPassedError(this.req, error)
    const layerError = error === 'route' ? null : error
    if (this.trimmed !== undefined) this.leave(this.trimmed)
    if (layerError === 'router') {
      setImmediate(finish, this, null)
      return
    }
    if (this.index >= this.stack.length) {
      setImmediate(finish, this, layerError)
      return
    }
    if (++this.sync > MAX_SYNC || nesting.depth >= MAX_NESTING) {
      continueLater(this.next, error, this.req)
      return
    }
    const outer = enterLevel(this.level)
    try {
      this.search(layerError)
    } finally {
      exitLevel(outer)
    }
  }

  /** Finds the next layer that matches the request and runs it. */
  private search(error: unknown): void {
    const { pathname: path, isUnusual } = targetOf(this.req)
    if (typeof path !== 'string') {
      this.finish(error)
      return
    }
    const { stack } = this
    const from = this.index
    const search = this.searchFor(path)
    let layerError = error
    while (this.index < stack.length) {
      if (search !== undefined) {
        this.index = search.next(this.index)
        if (this.index === stack.length) break
      }
      const layer = stack[this.index++] as Layer
      const match = tryMatch(layer, path)
      if (typeof match !== 'boolean') layerError = layerError || match.failure
      if (match !== true) continue
      if (layer.route !== undefined && !this.isRouted(layer.route, layerError)) continue
      if (isUnusual || this.isCaseEvadable()) this.recordPassage(path, from)
      this.enter(layer, layerError, path)
      return
    }
    if (isUnusual || this.isCaseEvadable()) this.recordPassage(path, from)
    this.finish(layerError)
  }

  /** Whether a path in another case misses the layers, but finds the same file. */
  private isCaseEvadable(): boolean {
    return foldsCase && Boolean(this.table.caseSensitive)
  }

  /** Records the layers from `from` up to the current one for a file server. */
  private recordPassage(path: string, from: number): void {
    const { table, policy, index: to } = this
    const { stack: list } = table
    const { method } = this.req
    const meet = (layer: Layer, spelling: string) => meetLayer(layer, spelling, method, policy)
    const withoutCase = this.isCaseEvadable()
      ? (layer: Layer) => ignoringCase(layer, table, policy)
      : undefined
    recordPassage(this.req, () => evadesEntries({ list, from, to, path, meet, withoutCase }))
  }

  /** The search that proposes layers for a path; undefined if every layer has to be tried. */
  private searchFor(path: string): Search | undefined {
    this.found = this.watched?.search(path, this.found)
    return this.found
  }

  private isRouted(route: NonNullable<Layer['route']>, layerError: unknown): boolean {
    if (layerError) return false
    const { method } = this.req
    if (handlesMethod(route.methods, method)) return true
    if (method === 'OPTIONS') {
      this.allowed ??= []
      this.allowed.push(...allowedMethods(route.methods))
    }
    // For HEAD without a handler the param callbacks still run; then the route calls `next`.
    return method === 'HEAD'
  }

  private enter(layer: Layer, layerError: unknown, path: string): void {
    const { req, res, table } = this
    const mounted = layer.path as string
    const own = layer.params as Record<string, unknown>
    if (layer.route !== undefined) req.route = layer.route
    req.params = table.mergeParams ? mergeParams(own, this.outerParams, layer.knownNames?.()) : own
    const keys = layer.paramNames()
    if (keys.length === 0 || !hasHandlers(table.params, keys)) {
      this.run(layer, layerError, mounted, path)
      return
    }
    if (!table.mergeParams) req.params = withoutPrototype(own, layer.knownNames?.())
    this.memory ??= Object.create(null) as ParamMemory
    processParams({
      handlers: table.params,
      memory: this.memory,
      keys,
      onResult: this.policy.paramResultHandler(req),
      req,
      res,
      done: (error) => {
        if (error) {
          this.next(layerError || error)
          this.sync = 0
        } else this.run(layer, layerError, mounted, path)
      },
    })
  }

  private run(layer: Layer, layerError: unknown, mounted: string, path: string): void {
    if (layer.route !== undefined) this.runRoute(layer, layer.route)
    else this.runMounted(layer, layerError, mounted, path)
    this.sync = 0
  }

  private runRoute(layer: Layer, route: NonNullable<Layer['route']>): void {
    const { req, res, next } = this
    if (!subscriptions.routePatterns) {
      layer.handleRequest(req, res, next)
      return
    }
    traceRoute(req, res, route.path)
    layer.handleRequest(req, res, leavingRoute(req, next))
  }

  private runMounted(layer: Layer, layerError: unknown, mounted: string, path: string): void {
    if (mounted.length !== 0) {
      if (!endsAtBoundary(path, mounted, this.policy.mountBoundaries)) {
        this.next(layerError)
        return
      }
      this.trimmed = enterMount(this.req, mounted, this)
      if (subscriptions.routePatterns)
        recordMount(this.req, this.baseUrl, layer.origin?.().paths ?? mounted)
    }
    if (layerError) layer.handleError(layerError, this.req, this.res, this.next)
    else layer.handleRequest(this.req, this.res, this.next)
  }

  private leave(trimmed: Trimmed): void {
    this.trimmed = undefined
    leaveMount(this.req, trimmed, this)
  }

  finish(error: unknown): void {
    if (!error && this.allowed !== undefined && this.allowed.length !== 0) {
      try {
        this.policy.respondToOptions(this.res, this.allowed)
      } catch (failure) {
        this.exit(failure)
      }
      return
    }
    this.exit(error)
  }

  /** Restores the request for the router's caller and calls back. */
  private exit(error: unknown): void {
    const { req, callback } = this
    req.baseUrl = this.outerBaseUrl
    req.next = this.outerNext
    req.params = this.outerParams
    leaveLevel(this.level, this.enteredIn)
    // A router that is itself the listener of a server gets no `next`.
    callback?.(error)
  }
}

function finish(walk: RouterWalk, error: unknown): void {
  walk.finish(error)
}

function tryMatch(layer: Layer, path: string): boolean | { failure: unknown } {
  try {
    return layer.match(path)
  } catch (failure) {
    return { failure }
  }
}
