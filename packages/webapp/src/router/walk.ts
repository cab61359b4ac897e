import { isOldError } from '../errors/abandoned.ts'
import { recordPassedError } from '../errors/callback-errors.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import { setImmediate } from '../runtime/timers.ts'
import { isRefusal, nesting } from './nesting.ts'

/**
 * Synchronous `next()` calls in one walk before the walk continues from the event loop, as in
 * Express.
 *
 * `next()` runs the next handler before it returns, and programs rely on that. So a chain of
 * handlers is a chain of nested calls.
 */
const MAX_SYNC = 100

/** The limit for all nested walks together, so that nested routers cannot overflow the stack. */
const MAX_NESTING = 200

/** The number of walks on the call stack. */
let depth = 0

/** The number of the running call stack. A hop of ours keeps it: Express would not have hopped. */
let run = 0
let runs = 0

/**
 * One pass of a request through a list of entries: the loop behind `next()`. A subclass finds the
 * next entry and runs it.
 */
export abstract class Walk {
  readonly next: Next
  protected readonly req: Req
  protected readonly res: Res
  protected readonly done: Next
  /** The number of walks that this one is nested in, itself included. */
  protected readonly level: number
  /** The synchronous `next()` calls since an entry last returned. */
  protected sync: number
  /** The `run` in which the walk began. */
  private readonly enteredIn: number

  constructor(req: Req, res: Res, done: Next, level = nesting.level + 1) {
    this.req = req
    this.res = res
    this.done = done
    this.level = level
    this.sync = 0
    this.enteredIn = run
    const next: Next = (error) => this.advance(error)
    this.next = next
  }

  /** Finds the next entry and runs it, or ends the walk. */
  protected abstract step(error: unknown): void

  /** Called first at each `next()`. Returns true if the walk has ended. */
  protected isOver(_error: unknown): boolean {
    return false
  }

  private advance(error: unknown): void {
    if (error) {
      if (isOldError(this.res, error)) return
      recordPassedError(this.req, error)
    }
    if (this.isOver(error)) return
    if (++this.sync > MAX_SYNC || depth >= MAX_NESTING) {
      continueLater(this.next, error, this.req)
      return
    }
    // Outside of all walks: a program has called `next` on a new call stack.
    if (depth === 0) run = ++runs
    const outer = nesting.level
    nesting.level = this.level
    depth++
    try {
      this.step(error)
    } finally {
      depth--
      nesting.level = outer
      this.sync = 0
    }
  }

  /** Ends the walk. Thousands of routes in one another do so on new call stacks. */
  protected end(...error: [unknown?]): void {
    const { done } = this
    if (this.level > MAX_NESTING) continueLater(() => done(...error), undefined, this.req)
    else this.callBack(...error)
  }

  /**
   * Calls the caller of the walk back, at the level of the caller. On the call stack on which the walk
   * began, the level stays: if a callback there enters its router again, without end, the
   * stack of Express overflows.
   *
   * Callbacks of programs can count their arguments, so a call without an error stays one.
   */
  protected callBack(...error: [unknown?]): void {
    const { done, level, enteredIn } = this
    if (run !== enteredIn && nesting.level === level) nesting.level = level - 1
    done(...error)
  }
}

/** Continues a walk from the event loop, with a new call stack. */
function continueLater(next: Next, error: unknown, req: Req): void {
  setImmediate(resume, next, error, req, run)
}

/**
 * The hop has cut off the handlers on the old call stack, which would have caught a refusal if no
 * handler runs here. `req.next` belongs to the innermost router of them.
 */
function resume(next: Next, error: unknown, req: Req, from: number): void {
  run = from
  depth++
  try {
    next(error)
  } catch (failure) {
    if (!isRefusal(req, failure) || typeof req.next !== 'function') throw failure
    req.next(failure)
  } finally {
    depth--
  }
}
