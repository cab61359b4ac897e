import { httpError } from '../errors/http-error.ts'
import type { Req, Res } from '../http/exchange.ts'
import { isEnabled } from '../members/settings.ts'
import { MethodSearch } from './method-search.ts'

/** The setting that makes an application respond 405. */
export const METHOD_SETTING = 'method not allowed'

/** Whether an application or a router of this process responds 405. */
export const methodChecks = { areOn: false }

/** Stores the option of a router. Routers without it have no such property. */
export function setMethodCheck(router: object, isOn: unknown): void {
  if (isOn === undefined) return
  Object.assign(router, { methodNotAllowed: isOn })
  methodChecks.areOn ||= Boolean(isOn)
}

/** How a dialect lists methods. */
export interface MethodListPolicy {
  /** The value of the header `Allow`. */
  readonly listMethods: (methods: readonly string[]) => string
  /** Responds to OPTIONS if the matching routes have no handler for it. */
  readonly respondToOptions: (res: Res, methods: readonly string[]) => void
}

/** The walk that a check belongs to. */
export interface CheckedSite {
  readonly req: Req
  readonly res: Res
  readonly policy: MethodListPolicy
  /** The option of the router; undefined if the application decides. */
  readonly option: unknown
  /** Adds the methods of the walk's entries. `isOwn`: the walk itself asks, at the current entry. */
  readMethods(search: MethodSearch, isOwn: boolean): void
}

/**
 * What to do about a method: `skip` runs the walk as if there was no check, `pass` leaves the request
 * to entries that follow, `end` was a response to OPTIONS, and an error has to go to error handlers.
 */
export type Verdict = 'skip' | 'pass' | 'end' | { readonly error: unknown }

const kCheck = Symbol('webapp.method-check')

interface CheckedRequest extends Req {
  [kCheck]?: MethodCheck | undefined
}

/** The check of one walk. The checks of the walks that a request is in form a chain. */
export class MethodCheck {
  /** Whether a route has the path, but not the method. */
  hasMissed = false
  /** Whether a walk inside responds 405, and left that to this one because something might handle it. */
  #isOwed = false
  /** The methods that were found inside. The walks around do not see routers in the handlers of routes. */
  #found: readonly string[] = []
  readonly #site: CheckedSite
  readonly #outer: MethodCheck | undefined
  #isOver = false

  constructor(site: CheckedSite) {
    const req = site.req as CheckedRequest
    this.#site = site
    this.#outer = req[kCheck]
    req[kCheck] = this
  }

  /** Called when the walk passes the request on to the walk around it. */
  leave(error: unknown): void {
    const outer = this.#outer
    ;(this.#site.req as CheckedRequest)[kCheck] = outer
    if (outer === undefined || !this.hasMissed || this.#isOver || error || !this.#isOn()) return
    outer.hasMissed = true
    outer.#isOwed = true
    outer.#found = [...outer.#found, ...this.#found]
  }

  /** Decides before an entry that handles every path, and at the end of the walk. */
  decide(): Verdict {
    const { req, res, policy } = this.#site
    if (!this.hasMissed || this.#isOver || res.headersSent || !this.#isOn()) return 'skip'
    const search = new MethodSearch(req.method)
    this.#readMethods(search)
    const methods = [...new Set([...this.#found, ...search.methods])]
    if (methods.length === 0) return 'skip'
    if (search.isHandled()) {
      this.#found = methods
      return 'pass'
    }
    this.#isOver = true
    try {
      if (req.method === 'OPTIONS') {
        policy.respondToOptions(res, methods)
        return 'end'
      }
      return { error: refuse(res, policy.listMethods(methods)) }
    } catch (error) {
      return { error }
    }
  }

  #isOn(): boolean {
    if (this.#isOwed) return true
    const { req, option } = this.#site
    if (option !== undefined) return Boolean(option)
    return req.app !== undefined && isEnabled(req.app, METHOD_SETTING)
  }

  #readMethods(search: MethodSearch): void {
    this.#site.readMethods(search, true)
    for (let outer = this.#outer; outer !== undefined; outer = outer.#outer) {
      outer.#site.readMethods(search, false)
    }
  }
}

/** The header is also set on the response, so that it survives error handlers of the program. */
function refuse(res: Res, allow: string): Error {
  res.setHeader('Allow', allow)
  return httpError(405, undefined, { headers: { Allow: allow } })
}
