import type { Next, Req, Res } from '../http/exchange.ts'
import { targetOf } from '../http/target.ts'
import { foldsCase } from '../http/usual-paths.ts'
import { setImmediate } from '../runtime/timers.ts'
import { recordMount } from '../trace/route-pattern.ts'
import { subscriptions } from '../trace/subscriptions.ts'
import { leavingRoute, traceRoute } from '../trace/trace-route.ts'
import { ignoringCase, meetLayer } from './meet-layer.ts'
import { allowedMethods, handlesMethod } from './methods.ts'
import { endsAtBoundary, enterMount } from './mount.ts'
import { fitsPatterns, paramPatterns } from './param-patterns.ts'
import {
  hasHandlers,
  mergeParams,
  type ParamHandlers,
  type ParamMemory,
  processParams,
  withoutPrototype,
} from './params.ts'
import type { Layer, RouterPolicy } from './router-types.ts'
import { type PassageRules, StackWalk } from './stack-walk.ts'

/** The parts of a router that dispatch reads. */
export interface RoutingTable {
  readonly stack: readonly Layer[]
  readonly params: ParamHandlers
  readonly mergeParams: unknown
  readonly caseSensitive?: unknown
  readonly strict?: unknown
  /** Whether the router responds 405; undefined if the application decides. */
  readonly methodNotAllowed?: unknown
}

/** One pass of a request through the layers of a router, up to the layer that ends the response. */
export class LayerWalk extends StackWalk<Layer> {
  protected readonly table: RoutingTable
  protected readonly policy: RouterPolicy
  private readonly outerNext: Next
  private readonly outerParams: Record<string, unknown>
  private readonly outerBaseUrl: string
  private memory: ParamMemory | undefined
  private allowed: string[] | undefined

  constructor(table: RoutingTable, policy: RouterPolicy, req: Req, res: Res, done: Next) {
    super(table.stack, req, res, done)
    this.table = table
    this.policy = policy
    this.outerNext = req.next
    this.outerParams = req.params
    this.outerBaseUrl = req.baseUrl
    this.memory = undefined
    this.allowed = undefined
    req.next = this.next
    req.baseUrl = this.baseUrl
    req.originalUrl = req.originalUrl || req.url
  }

  protected override isOver(error: unknown): boolean {
    if (this.trimmed !== undefined) this.leave(this.trimmed)
    if (error !== 'router' && this.index < this.stack.length) return false
    setImmediate(finish, this, error === 'route' || error === 'router' ? null : error)
    return true
  }

  protected step(error: unknown): void {
    const { pathname: path, isUnusual } = targetOf(this.req)
    const layerError = error === 'route' ? null : error
    if (typeof path !== 'string') this.finish(layerError)
    else this.search(path, isUnusual || this.isCaseEvadable(), layerError)
  }

  /** Whether a path in another case misses the layers, but finds the same file. */
  private isCaseEvadable(): boolean {
    return foldsCase && Boolean(this.table.caseSensitive)
  }

  protected passageRules(): PassageRules<Layer> {
    const { table, policy } = this
    const { method } = this.req
    return {
      meet: (layer, spelling) => {
        const params = meetLayer(layer, spelling, method, policy)
        return fitsPatterns(table, params) ? params : undefined
      },
      withoutCase: this.isCaseEvadable()
        ? (layer) => ignoringCase(layer, table, policy)
        : undefined,
    }
  }

  protected takes(layer: Layer, path: string): boolean {
    try {
      if (layer.match(path) !== true) return false
    } catch (failure) {
      this.error = this.error || failure
      return false
    }
    if (paramPatterns.areUsed && !fitsPatterns(this.table, layer.params)) return false
    return layer.route === undefined || this.isRouted(layer.route)
  }

  protected isRouted(route: NonNullable<Layer['route']>): boolean {
    if (this.error) return false
    const { method } = this.req
    if (handlesMethod(route.methods, method)) return true
    if (method === 'OPTIONS') {
      this.allowed ??= []
      this.allowed.push(...allowedMethods(route.methods))
    }
    // For HEAD without a handler the param callbacks still run; then the route calls `next`.
    return method === 'HEAD'
  }

  protected run(layer: Layer, path: string): void {
    const { req, res, table, error: layerError } = this
    const mounted = layer.path as string
    const own = layer.params as Record<string, unknown>
    if (layer.route !== undefined) req.route = layer.route
    req.params = table.mergeParams ? mergeParams(own, this.outerParams, layer.knownNames?.()) : own
    const keys = layer.paramNames()
    if (keys.length === 0 || !hasHandlers(table.params, keys)) {
      this.enter(layer, layerError, mounted, path)
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
        if (error) this.next(layerError || error)
        else this.enter(layer, layerError, mounted, path)
      },
    })
  }

  private enter(layer: Layer, layerError: unknown, mounted: string, path: string): void {
    if (layer.route !== undefined) this.enterRoute(layer, layer.route)
    else this.enterMounted(layer, layerError, mounted, path)
  }

  private enterRoute(layer: Layer, route: NonNullable<Layer['route']>): void {
    const { req, res, next } = this
    if (!subscriptions.routePatterns) {
      layer.handleRequest(req, res, next)
      return
    }
    traceRoute(req, res, route.path)
    layer.handleRequest(req, res, leavingRoute(req, next))
  }

  private enterMounted(layer: Layer, layerError: unknown, mounted: string, path: string): void {
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
  protected exit(error: unknown): void {
    const { req } = this
    req.baseUrl = this.outerBaseUrl
    req.next = this.outerNext
    req.params = this.outerParams
    this.callBack(error)
  }
}

function finish(walk: LayerWalk, error: unknown): void {
  walk.finish(error)
}
