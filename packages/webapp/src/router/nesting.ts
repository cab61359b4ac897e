import { placeOf } from '../errors/places.ts'
import type { Next, Req } from '../http/exchange.ts'
import { setImmediate } from '../runtime/timers.ts'

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

/** Requests are not checked up to this level, which is more than most programs have. */
const UNCHECKED_LEVELS = 10

/**
 * The routers above `UNCHECKED_LEVELS` that a request may enter after it was refused: an error
 * handler may pass it on to other routers. A handler in a router that is mounted in itself twice
 * would double the work of each level.
 */
const ENTRIES_LEFT = 1_000

/**
 * `depth` is the number of walks on the call stack. `level` is the number of walks that the running
 * one is nested in, itself included. Unlike `depth`, it survives a hop to the event loop. `run` is the
 * number of the running call stack. A hop of ours keeps it, for the original would not have hopped.
 */
export const nesting = { depth: 0, level: 0, run: 0 }

let runs = 0

/** Call it before a walk runs a handler. Returns the level that `exitLevel` takes after that. */
export function enterLevel(level: number): number {
  // Outside of all walks: a program has called `next` on a new call stack.
  if (nesting.depth === 0) nesting.run = ++runs
  const outer = nesting.level
  nesting.level = level
  nesting.depth++
  return outer
}

export function exitLevel(outer: number): void {
  nesting.depth--
  nesting.level = outer
}

/** A walk through a router or a route. */
interface Walk {
  readonly req: Req
  readonly done: Next
  readonly level: number
  /** The `run` in which the walk began. */
  readonly enteredIn: number
}

/**
 * Ends a walk. Thousands of routes in one another do so on new call stacks. Callbacks of programs can
 * count their arguments, so a call without an error stays one.
 */
export function endWalk({ req, done, level, enteredIn }: Walk, ...error: [unknown?]): void {
  if (level > MAX_NESTING) {
    continueLater(() => done(...error), undefined, req)
    return
  }
  leaveLevel(level, enteredIn)
  done(...error)
}

/**
 * Leaves the level of a walk before its callback is called, which belongs to the caller of the router.
 * A callback on the call stack on which the router was entered stays: if it enters the router again,
 * without end, the stack of the original overflows.
 */
export function leaveLevel(level: number, run: number): void {
  if (nesting.run !== run && nesting.level === level) nesting.level = level - 1
}

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

/** Continues a walk from the event loop, with a new call stack. */
export function continueLater(next: Next, error: unknown, req: Req): void {
  setImmediate(resume, next, error, req, nesting.run)
}

/**
 * The hop has cut off the handlers on the old call stack, which would have caught a refusal if no
 * handler runs here. `req.next` belongs to the innermost router of them.
 */
function resume(next: Next, error: unknown, req: Req, run: number): void {
  nesting.run = run
  nesting.depth++
  try {
    next(error)
  } catch (failure) {
    if (failure !== refusals.get(req)?.error || typeof req.next !== 'function') throw failure
    req.next(failure)
  } finally {
    nesting.depth--
  }
}
