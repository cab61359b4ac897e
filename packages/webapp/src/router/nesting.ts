import { placeOf } from '../errors/places.ts'
import type { Req } from '../http/exchange.ts'

/**
 * The routers and routes that one request may be nested in. A router that is mounted in itself has no
 * end, and Express overflows the stack at about a thousand. The limit is higher than the number
 * of segments in the longest URL that Node accepts by default.
 */
const MAX_LEVELS = 10_000

/** Requests are not checked up to this level, which is more than most programs have. */
const UNCHECKED_LEVELS = 10

/**
 * The routers above `UNCHECKED_LEVELS` that a request may enter after it was refused: an error
 * handler may pass it on to other routers. A handler in a router that is mounted in itself twice
 * would double the work of each level.
 */
const ENTRIES_LEFT = 1_000

/**
 * `level` is the number of walks that the running one is nested in, itself included. It survives a hop
 * to the event loop.
 */
export const nesting = { level: 0 }

interface Refusal {
  readonly error: RangeError
  entriesLeft: number
}

/** The requests that were refused. */
const refusals = new WeakMap<object, Refusal>()

/**
 * Throws if a request is nested too deep to enter another router or route. The error goes where that
 * of an overflowing stack would go: to the handler that dispatches the request, and so to `next`.
 */
export function checkLevel(req: Req, entered: object): void {
  if (nesting.level >= UNCHECKED_LEVELS) checkDeepLevel(req, entered)
}

function checkDeepLevel(req: Req, entered: object): void {
  const known = refusals.get(req)
  if (nesting.level < MAX_LEVELS && (known === undefined || known.entriesLeft-- > 0)) return
  const refusal = known ?? createRefusal(req, entered)
  refusals.set(req, refusal)
  throw refusal.error
}

/** Whether an error is the refusal of a request. */
export function isRefusal(req: Req, error: unknown): boolean {
  const refusal = refusals.get(req)
  return refusal !== undefined && refusal.error === error
}

function createRefusal(req: Req, entered: object): Refusal {
  return {
    error: new RangeError(explain(req, placeOf(entered))),
    entriesLeft: ENTRIES_LEFT,
  }
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
