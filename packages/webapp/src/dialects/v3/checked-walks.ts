import type { Next, Req, Res } from '../../http/exchange.ts'
import { targetOf } from '../../http/target.ts'
import { type CheckedSite, MethodCheck, type MethodListPolicy } from '../../router/method-check.ts'
import {
  leadsToRoutes,
  MethodSearch,
  mayFollowRouter,
  mayHandle,
} from '../../router/method-search.ts'
import type { Route } from './route.ts'
import { RouteMapWalk, type RouteTable } from './route-map-walk.ts'
import { MiddlewareWalk, type StackEntry } from './stack.ts'

// The walks of 3.x in a process in which applications or routers respond 405.

const policy: MethodListPolicy = {
  listMethods,
  respondToOptions(res, methods) {
    const body = listMethods(methods)
    res.set('Allow', body).send(body)
  },
}

function listMethods(methods: readonly string[]): string {
  return [...methods].sort().join(',')
}

/** A pass of a request through the routes of a router. */
export class CheckedRouteMapWalk extends RouteMapWalk implements CheckedSite {
  declare readonly req: Req
  declare readonly res: Res
  readonly policy = policy
  private readonly check: MethodCheck
  /** The route that has the request. */
  private route: Route | undefined = undefined

  constructor(router: RouteTable, req: Req, res: Res, done: Next) {
    super(router, req, res, done)
    this.check = new MethodCheck(this)
  }

  get option(): unknown {
    return this.router.methodNotAllowed
  }

  readMethods(search: MethodSearch, isOwn: boolean): void {
    const path = targetOf(this.req).pathname ?? ''
    // The routes that follow the current one are not known apart.
    search.readMap(this.router.map, { router: this.router, path, isAhead: !isOwn })
    if (!isOwn && mayFollowRouter(this.route?.callbacks ?? [])) search.mayBeHandled = true
  }

  protected override runCallbacks(route: Route, error: unknown): void {
    this.route = route
    super.runCallbacks(route, error)
  }

  protected override leave(error: unknown): void {
    this.check.hasMissed ||= this.isMissed()
    const verdict = error ? 'skip' : this.check.decide()
    if (verdict === 'skip') super.leave(error)
    else if (verdict === 'pass') this.end()
    else if (verdict !== 'end') this.end(verdict.error)
  }

  /** Whether routes have the path, but none of them the method. */
  private isMissed(): boolean {
    const search = new MethodSearch(this.req.method)
    this.readMethods(search, true)
    return search.methods.size !== 0 && !search.isHandled()
  }

  protected override end(...error: [unknown?]): void {
    this.check.leave(error[0])
    super.end(...error)
  }
}

/** A pass of a request through the middleware of an application. */
export class CheckedMiddlewareWalk extends MiddlewareWalk implements CheckedSite {
  declare readonly req: Req
  declare readonly res: Res
  readonly policy = policy
  readonly option = undefined
  private readonly check: MethodCheck
  /** The path that the entries are compared with. */
  private path = ''
  /** The index behind the entry that did not have the method: error handlers begin there. */
  private missedAt: number | undefined = undefined

  constructor(stack: readonly StackEntry[], req: Req, res: Res, done: Next) {
    super(stack, req, res, done)
    this.check = new MethodCheck(this)
  }

  readMethods(search: MethodSearch, isOwn: boolean): void {
    const { stack, index: ahead, path } = this
    const past = isOwn ? ahead : ahead - 1
    const entries = stack as readonly StackEntry[] // Holes are skipped.
    search.readParts({ router: entries, stack: entries, path, past, ahead })
  }

  protected override search(path: string, isEvadable: boolean, error: unknown): void {
    this.path = path
    super.search(path, isEvadable, error)
  }

  protected override isOver(error: unknown): boolean {
    if (this.check.hasMissed) this.missedAt ??= this.index
    return super.isOver(error)
  }

  protected override run(entry: StackEntry, path: string): void {
    if (!this.check.hasMissed || this.error || !this.isOpen(entry)) {
      super.run(entry, path)
      return
    }
    const verdict = this.check.decide()
    if (typeof verdict === 'object') this.fail(verdict.error)
    else if (verdict !== 'end') super.run(entry, path)
  }

  /** Whether an entry takes requests for every path. */
  private isOpen(entry: StackEntry): boolean {
    const { handle } = entry
    if (leadsToRoutes(handle)) return false
    return !mayHandle(entry, handle, this.req.method, { router: this.stack })
  }

  protected override finish(error: unknown): void {
    const verdict = error ? 'skip' : this.check.decide()
    if (typeof verdict === 'object') this.fail(verdict.error)
    else if (verdict !== 'end') {
      this.check.leave(error)
      super.finish(error)
    }
  }

  private fail(error: unknown): void {
    this.index = this.missedAt ?? this.index
    this.next(error)
  }
}
