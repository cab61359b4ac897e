import { deprecate } from '../errors/deprecation.ts'
import type { ErrorHandler, Handler, Next, Req, Res } from '../http/exchange.ts'
import { traceLayer } from '../trace/trace-layer.ts'
import { watch } from '../trace/watch.ts'
import type { Lead } from './lead.ts'
import type { Origin } from './origin.ts'
import type { Route } from './route.ts'

/**
 * One entry of a stack: a handler and the paths it is for.
 *
 * Each dialect has its own class: what lies on a layer is looked at from outside, and differs.
 */
export interface Layer {
  handle: Handler | ErrorHandler
  name: string
  params: Record<string, unknown> | undefined
  path: string | undefined
  route?: Route | undefined
  method?: string | undefined

  /** Looks whether the path is for this layer, and leaves what matched in `path` and `params`. */
  match(path: string | undefined): boolean
  /** How the paths begin that it may match; undefined when that may be anything. */
  leads?(): readonly Lead[] | undefined
  /** What it was made from. */
  origin?(): Origin
  /** The names of the parameters of the last match, in their order. */
  paramNames(): readonly string[]
  /** The names of all that the last match left in `params`, where they are known without a look. */
  knownNames?(): readonly string[] | undefined
  /** Runs the handler for a request; error handlers are passed over. */
  handleRequest(req: Req, res: Res, next: Next): void
  /** Runs the handler for an error; everything but an error handler is passed over. */
  handleError(error: unknown, req: Req, res: Res, next: Next): void
}

/**
 * What a dialect does with a value that a handler returned: it may hear the rejection of a promise,
 * or send an answer. Undefined is not asked for, and a dialect that looks at nothing has none.
 */
export type Settle = ((result: unknown, res: Res, next: Next) => void) | undefined

/** Calls a handler; what it throws goes to `next`, what it returns is settled. */
export function runHandler(handle: Handler, settle: Settle, req: Req, res: Res, next: Next): void {
  if (watch.layers) {
    traceLayer({ handle, req, res, next }, (then) => callHandler(handle, settle, req, res, then))
  } else callHandler(handle, settle, req, res, next)
}

/** The same for an error handler. */
export function runErrorHandler(
  handle: ErrorHandler,
  settle: Settle,
  error: unknown,
  req: Req,
  res: Res,
  next: Next,
): void {
  if (watch.layers) {
    traceLayer({ handle, given: error, req, res, next }, (then) =>
      callErrorHandler(handle, settle, error, req, res, then),
    )
  } else callErrorHandler(handle, settle, error, req, res, next)
}

function callHandler(handle: Handler, settle: Settle, req: Req, res: Res, next: Next): unknown {
  try {
    const result = handle(req, res, next)
    if (result !== undefined && settle !== undefined) settle(result, res, next)
    return result
  } catch (error) {
    next(error)
    return undefined
  }
}

function callErrorHandler(
  handle: ErrorHandler,
  settle: Settle,
  error: unknown,
  req: Req,
  res: Res,
  next: Next,
): unknown {
  try {
    const result = handle(error, req, res, next)
    if (result !== undefined && settle !== undefined) settle(result, res, next)
    return result
  } catch (thrown) {
    next(thrown)
    return undefined
  }
}

/** Settles promises alone: a rejection goes to `next`. */
export function settleRejection(result: unknown, _res: Res, next: Next): void {
  if (isThenable(result)) forwardRejection(result, next)
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value !== undefined &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

/** Hands the rejection of a promise to `next`, which must see a truthy error. */
export function forwardRejection(result: PromiseLike<unknown>, next: Next): void {
  if (!(result instanceof Promise)) {
    deprecate('handlers that are Promise-like are deprecated, use a native Promise instead')
  }
  result.then(null, (error: unknown) => passRejection(error, next))
}

export function passRejection(error: unknown, next: Next): void {
  next(error || new Error('Rejected promise'))
}
