import type { IncomingMessage, ServerResponse } from 'node:http'
import { types } from 'node:util'
import type { Next, Settings } from '../http/exchange.ts'
import { setImmediate } from '../runtime/timers.ts'

/** A request, which may belong to an application. */
type CallbackRequest = IncomingMessage & { readonly app?: { readonly settings: Settings } }

/**
 * Runs a callback of the user outside of a handler, where an uncaught error would end the process.
 * An exception or a rejected promise goes to `next`.
 */
export function runCallback(call: () => unknown, req: IncomingMessage, next: Next): void {
  let result: unknown
  try {
    result = call()
  } catch (error) {
    next(error)
    return
  }
  forwardIfRejects(result, req, next)
}

/** Passes the rejection of a promise that a callback returned to `next`; ignores other values. */
export function forwardIfRejects(result: unknown, req: IncomingMessage, next: Next): void {
  if (!isPromise(result) || !catchesRejections(req)) return
  result.then(null, (error: unknown) => passRejection(error, next))
}

/** Whether rejections go to the error handlers: the setting 'catch rejections' switches that off. */
export function catchesRejections(req: CallbackRequest): boolean {
  return req.app?.settings['catch rejections'] !== false
}

/**
 * Whether a value that Express ignores is a promise. Queries of mongoose, knex and Prisma are
 * thenables too, and their `then` runs the query, for some of them a second time.
 */
export function isPromise(value: unknown): value is Promise<unknown> {
  // zone.js and bluebird replace the global class, but not the promises of async functions.
  return types.isPromise(value) || value instanceof Promise
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value !== undefined &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

/** Passes a rejection reason to `next`; replaces a falsy one, which is not an error for `next`. */
export function passRejection(error: unknown, next: Next): void {
  next(error || new Error('Rejected promise'))
}

/** The errors that `next` received for a request, each with the number of its last call. */
const passedErrors = new WeakMap<object, Map<unknown, number>>()
let errorCalls = 0

/** Records that `next` received an error for a request. */
export function recordPassedError(req: object, error: unknown): void {
  const errors = passedErrors.get(req)
  if (errors === undefined) passedErrors.set(req, new Map([[error, ++errorCalls]]))
  else errors.set(error, ++errorCalls)
}

/** Whether `next` received this error for a request after the given number of calls. */
function isPassed(req: object, error: unknown, since = 0): boolean {
  const call = passedErrors.get(req)?.get(error)
  return call !== undefined && call > since
}

/**
 * Passes the rejection of a promise to `next`, unless that has happened since the promise was
 * returned: express-async-errors wraps handlers, passes the rejection itself and returns the promise.
 */
export function passRejectionOnce(result: PromiseLike<unknown>, req: object, next: Next): void {
  const before = errorCalls
  result.then(null, (error: unknown) => {
    if (!isPassed(req, error, before)) passRejection(error, next)
  })
}

/** A request that a handler is working on. */
type HandledRequest = CallbackRequest & {
  readonly next?: Next | undefined
  readonly res?: ServerResponse | undefined
}

/** The requests of which a stray rejection was reported. */
const reported = new WeakSet<object>()

/**
 * Passes the rejection of a promise that a hook returned where a value is expected to `next`: once for
 * each request, after a response that is being sent. The handler may have awaited the same promise, so
 * an error that it rejected with is not passed again. An `await` leaves no trace on a promise, so an
 * error that the handler caught is passed too.
 */
export function reportStray(result: unknown, request: IncomingMessage): void {
  if (!isThenable(result) || !catchesRejections(request)) return
  const { next, res } = request as HandledRequest
  if (next === undefined) return
  const report = (error: unknown) => {
    if (reported.has(request) || isPassed(request, error)) return
    reported.add(request)
    whenSent(res, () => passRejection(error, next))
  }
  result.then(null, (error: unknown) => void setImmediate(report, error))
}

/** Calls back at once, or after a response that was ended and is not sent yet. */
function whenSent(res: ServerResponse | undefined, callback: () => void): void {
  if (!res?.writableEnded || res.writableFinished || res.destroyed) callback()
  else res.once('close', callback)
}
