import type { Next, Req, Res } from '../http/exchange.ts'
import { LayerWalk, type RoutingTable } from './layer-walk.ts'
import { type CheckedSite, MethodCheck } from './method-check.ts'
import {
  leadsToRoutes,
  type MethodSearch,
  mayFollowRouter,
  mayHandle,
  ownMethods,
} from './method-search.ts'
import { handledAs } from './methods.ts'
import type { Layer, Route, RouterPolicy } from './router-types.ts'

/** A pass of a request through a router, in a process in which applications or routers respond 405. */
export class CheckedWalk extends LayerWalk implements CheckedSite {
  declare readonly req: Req
  declare readonly res: Res
  declare readonly policy: RouterPolicy
  private readonly check: MethodCheck
  /** The path that the layers are compared with. */
  private path: string
  /** The index behind the first entry that did not have the method: error handlers begin there. */
  private missedAt: number | undefined

  constructor(table: RoutingTable, policy: RouterPolicy, req: Req, res: Res, done: Next) {
    super(table, policy, req, res, done)
    this.path = ''
    this.missedAt = undefined
    this.check = new MethodCheck(this)
  }

  get option(): unknown {
    return this.table.methodNotAllowed
  }

  readMethods(search: MethodSearch, isOwn: boolean): void {
    const { index: ahead, path } = this
    // The current layer has led to the walk that asks, or it is the end of this walk.
    const past = isOwn ? ahead : ahead - 1
    const { table: router, list: stack } = this
    search.readParts({ router, stack, path, past, ahead })
    if (!isOwn && this.mayFollow(this.stack[ahead - 1])) search.mayBeHandled = true
  }

  /** Whether the request is in a router among the handlers of a route, and others may follow. */
  private mayFollow(current: Layer | undefined): boolean {
    const handlers = current?.route?.stack
    return Array.isArray(handlers) && mayFollowRouter(handlers.map(({ handle }: Layer) => handle))
  }

  protected override search(path: string, isEvadable: boolean, error: unknown): void {
    this.path = path
    super.search(path, isEvadable, error)
  }

  protected override isRouted(route: Route): boolean {
    const isRouted = super.isRouted(route)
    if (!this.error && !this.check.hasMissed && this.isMissed(route)) {
      this.check.hasMissed = true
      this.missedAt = this.index
    }
    return isRouted
  }

  /** Whether a route names methods, but not that of the request. */
  private isMissed({ methods }: Route): boolean {
    const names = ownMethods(methods)
    return names.length !== 0 && !names.includes(handledAs(methods, this.req.method))
  }

  protected override isOver(error: unknown): boolean {
    // The entries that follow do not get the request, and those for errors do not get a 405.
    if (error === 'router') this.index = this.missedAt = this.stack.length
    if (this.check.hasMissed) this.missedAt ??= this.index
    return super.isOver(error)
  }

  protected override run(layer: Layer, path: string): void {
    if (!this.check.hasMissed || this.error || !this.isOpen(layer)) {
      super.run(layer, path)
      return
    }
    const { path: mounted, params } = layer
    const verdict = this.check.decide()
    if (typeof verdict === 'object') this.fail(verdict.error)
    else if (verdict !== 'end') {
      // The search compared the layers of this router with other paths.
      Object.assign(layer, { path: mounted, params })
      super.run(layer, path)
    }
  }

  /** Whether a layer takes requests for every path, or errors. */
  private isOpen(layer: Layer): boolean {
    const { route, handle } = layer
    if (route !== undefined || leadsToRoutes(handle)) return false
    return !mayHandle(layer, handle, this.req.method, { router: this.table })
  }

  override finish(error: unknown): void {
    const verdict = error ? 'skip' : this.check.decide()
    if (verdict === 'skip') super.finish(error)
    else if (verdict === 'pass') this.exit(undefined)
    else if (verdict !== 'end') this.fail(verdict.error)
  }

  private fail(error: unknown): void {
    this.index = this.missedAt ?? this.index
    this.next(error)
  }

  protected override exit(error: unknown): void {
    this.check.leave(error)
    super.exit(error)
  }
}
