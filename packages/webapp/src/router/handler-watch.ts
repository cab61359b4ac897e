import type { Next, Req, Res } from '../http/exchange.ts'

/** A call of a user's handler. */
export interface HandlerCall {
  readonly handle: object
  readonly req: Req
  readonly res: Res
  readonly next: Next
  /** Whether the rejection of a returned promise is handled. */
  readonly isCaught: boolean
}

/** Runs a handler with a `next` of its own, and returns the value that the handler returned. */
export type HandlerWatch = (call: HandlerCall, run: (then: Next) => unknown) => unknown

/** Set in development only, to find handlers that end without a response and without `next`. */
export const handlerWatch: { run: HandlerWatch | undefined } = { run: undefined }

/** Runs a handler, and watches it if hints are given. Returns the value that the handler returned. */
export function runWatched(call: HandlerCall, run: (then: Next) => unknown): unknown {
  return handlerWatch.run === undefined ? run(call.next) : handlerWatch.run(call, run)
}

const lastHandlers = new WeakMap<object, object>()

/** Records the handler that works on a request. */
export function recordHandler(req: object, handle: object): void {
  lastHandlers.set(req, handle)
}

/** The handler that began last for a request; known in development only. */
export function handlerOf(req: object): object | undefined {
  return lastHandlers.get(req)
}
