import { placeOf } from '../errors/places.ts'
import type { Next, Req } from '../http/exchange.ts'
import { setImmediate } from '../http/timers.ts'

/**
 * Synchronous `next()` calls in one walk before the walk continues from the event loop, as in the
 * original.
 *
 * `next()` runs the next handler before it returns, and programs rely on that. So a chain of
 * handlers is a chain of nested calls.
 */
export const MAX_SYNC = 100

/** The limit for all nested walks together, so that nested routers cannot overflow the stack. */
export const MAX_NESTING = 200

/**
 * The routers and routes that one request may be nested in. A router that is mounted in itself has no
 * end, and the original overflows the stack at about a thousand. The limit is higher than the number
 * of segments in the longest URL that Node accepts by default.
 */
const MAX_LEVELS = 10_000

/**
 * The levels that a request may enter again after it was refused: an error handler may pass it on to
 * other routers. A handler in a router that is mounted in itself twice would double the work of each
 * level.
 */
export const LEVELS_LEFT = 10

/**
 * `depth` is the number of walks on the call stack. `level` is the number of walks that the running
 * one is nested in, itself included. Unlike `depth`, it survives a hop to the event loop.
 */
export const nesting = { depth: 0, level: 0 }

/** The error of each request that was refused. */
const refusals = new WeakMap<object, RangeError>()

/**
 * Throws if a request is nested too deep to enter another router or route. The error goes where that
 * of an overflowing stack would go: to the handler that dispatches the request, and so to `next`.
 *
 * Call it only if `nesting.level >= LEVELS_LEFT`.
 */
export function checkLevel(req: Req, entered: object): void {
  const known = refusals.get(req)
  if (known === undefined && nesting.level < MAX_LEVELS) return
  const refusal = known ?? new RangeError(explain(req, placeOf(entered)))
  refusals.set(req, refusal)
  throw refusal
}

function explain(req: Req, place: string | undefined): string {
  const [path = ''] = String(req.originalUrl || req.url).split('?', 1)
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path
  const mounted = place === undefined ? '' : ` The innermost router was mounted at ${place}.`
  return (
    `${req.method} ${shown} was nested in ${nesting.level} routers. A router is mounted in itself, ` +
    `or a handler dispatches the request to its own router without end.${mounted} ` +
    'Mount the router only in other routers, or let the handler respond or call next.'
  )
}

const LONGEST_PATH = 100

/** Continues a walk from the event loop, with a new call stack. */
export function continueLater(next: Next, error: unknown, req: Req): void {
  setImmediate(resume, next, error, req)
}

/**
 * The hop has cut off the handlers on the old call stack, which would have caught a refusal if no
 * handler runs here. `req.next` belongs to the innermost router of them.
 */
function resume(next: Next, error: unknown, req: Req): void {
  try {
    next(error)
  } catch (failure) {
    if (failure !== refusals.get(req) || typeof req.next !== 'function') throw failure
    req.next(failure)
  }
}
