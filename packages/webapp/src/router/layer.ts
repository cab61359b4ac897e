import {
  isPromise,
  isThenable,
  passRejection,
  passRejectionOnce,
} from '../errors/callback-errors.ts'
import { deprecate } from '../errors/deprecation.ts'
import { reportMistake } from '../errors/mistakes.ts'
import { placeOf } from '../errors/places.ts'
import type { ErrorHandler, Handler, Next, Req, Res } from '../http/exchange.ts'
import { subscriptions } from '../trace/subscriptions.ts'
import { traceLayer } from '../trace/trace-layer.ts'
import { handlerWatch, runWatched } from './handler-watch.ts'
import type { ResultHandler } from './router-types.ts'

/** Calls a handler. An exception goes to `next`, a returned value to `onResult`. */
export function runHandler(
  handle: Handler,
  onResult: ResultHandler,
  req: Req,
  res: Res,
  next: Next,
): void {
  if (subscriptions.layers) {
    traceLayer({ handle, req, res, next, placeOf }, (traced) =>
      runWatched({ handle, req, res, next: traced, isCaught: onResult !== undefined }, (then) =>
        callHandler(handle, onResult, req, res, then),
      ),
    )
  } else if (handlerWatch.run !== undefined) {
    handlerWatch.run({ handle, req, res, next, isCaught: onResult !== undefined }, (then) =>
      callHandler(handle, onResult, req, res, then),
    )
  } else callHandler(handle, onResult, req, res, next)
}

/** Calls an error handler in the same way. */
export function runErrorHandler(
  handle: ErrorHandler,
  onResult: ResultHandler,
  error: unknown,
  req: Req,
  res: Res,
  next: Next,
): void {
  if (subscriptions.layers) {
    traceLayer({ handle, given: error, req, res, next, placeOf }, (traced) =>
      runWatched({ handle, req, res, next: traced, isCaught: onResult !== undefined }, (then) =>
        callErrorHandler(handle, onResult, error, req, res, then),
      ),
    )
  } else if (handlerWatch.run !== undefined) {
    handlerWatch.run({ handle, req, res, next, isCaught: onResult !== undefined }, (then) =>
      callErrorHandler(handle, onResult, error, req, res, then),
    )
  } else callErrorHandler(handle, onResult, error, req, res, next)
}

function callHandler(
  handle: Handler,
  onResult: ResultHandler,
  req: Req,
  res: Res,
  next: Next,
): unknown {
  try {
    const result = handle(req, res, next)
    if (result !== undefined && onResult !== undefined) onResult(result, res, next)
    return result
  } catch (error) {
    if (!error) reportMistake({ kind: 'thrown', value: error, handle, req }, req.app?.settings)
    next(error)
    return undefined
  }
}

function callErrorHandler(
  handle: ErrorHandler,
  onResult: ResultHandler,
  error: unknown,
  req: Req,
  res: Res,
  next: Next,
): unknown {
  try {
    const result = handle(error, req, res, next)
    if (result !== undefined && onResult !== undefined) onResult(result, res, next)
    return result
  } catch (thrown) {
    if (!thrown) reportMistake({ kind: 'thrown', value: thrown, handle, req }, req.app?.settings)
    next(thrown)
    return undefined
  }
}

/** Passes the rejection of a promise to `next`; ignores every other result. */
export function forwardIfRejected(result: unknown, _res: Res, next: Next): void {
  if (isThenable(result)) forwardRejection(result, next)
}

/**
 * The same for dialects whose original ignores the result: other thenables are left alone, and so is
 * a rejection that a wrapper of the handler has passed to `next`.
 */
export function forwardIfRejectedOnce(result: unknown, res: Res, next: Next): void {
  if (isPromise(result)) passRejectionOnce(result, res.req, next)
}

/** Passes the rejection of a promise to `next`. */
export function forwardRejection(result: PromiseLike<unknown>, next: Next): void {
  if (!(result instanceof Promise)) {
    deprecate('handlers that are Promise-like are deprecated, use a native Promise instead')
  }
  result.then(null, (error: unknown) => passRejection(error, next))
}
