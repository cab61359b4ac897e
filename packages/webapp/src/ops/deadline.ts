import type { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { abandonResponse } from '../errors/abandoned.ts'
import { cutOff } from '../errors/abort-response.ts'
import { type HttpError, httpError, isErrorStatus } from '../errors/http-error.ts'
import { checkOptionNames } from '../errors/option-names.ts'
import { isClosed, isFinished } from '../http/finished.ts'
import { onResponseClose, refuseBody } from '../node/index.ts'
import { abortRequest } from '../request/signal.ts'
import { handlerOf } from '../router/handler-watch.ts'
import { keepAsyncContext } from '../runtime/async-context.ts'
import { type Alarm, addAlarm, clearAlarm, now, setAlarm } from './clock.ts'
import type { DeadlineOptions, LateReport, OpsMiddleware } from './ops-types.ts'
import { describeRoute } from './route.ts'
import { type LateMember, mayWrite, runAsErrorHandler, takeResponse } from './taken-response.ts'

/** How long the error handlers may take to respond, in milliseconds. */
const PATIENCE = 5000

type Next = (error?: unknown) => void

/** A request inside an application. `next` belongs to the router that works on it. */
interface TimedRequest extends IncomingMessage {
  next?: Next
  [kTimed]?: Timed
}

const kTimed = Symbol('webapp.deadline')

/** Creates middleware that ends a request if no response has begun after `ms` milliseconds. */
export function createDeadline(ms: number, options: DeadlineOptions = {}): OpsMiddleware {
  if (typeof ms !== 'number' || !(ms > 0)) {
    throw new TypeError(`deadline() takes milliseconds above 0, or Infinity, got ${inspect(ms)}`)
  }
  const settings = checkOptions(options)
  return function deadline(req, res, next) {
    const request = req as TimedRequest
    const outer = request[kTimed]
    if (outer?.hasExpired) {
      // A late handler has called `next`, whose work nothing waits for, or an error handler.
      if (mayWrite(res)) next()
      return
    }
    outer?.stop()
    if (ms === Number.POSITIVE_INFINITY || res.headersSent || isClosed(res)) {
      next()
      return
    }
    const timed = new Timed({ req: request, res, next }, ms, settings)
    request[kTimed] = timed
    try {
      next()
    } finally {
      timed.watch()
    }
  }
}

function checkOptions(options: DeadlineOptions): Settings {
  checkOptionNames('deadline()', options, ['status', 'whole', 'onLate'])
  const { status = 503, whole = false, onLate = warn } = options
  if (!isErrorStatus(status)) {
    throw new RangeError(`deadline(): status must be 4xx or 5xx, got ${inspect(status)}`)
  }
  if (onLate !== false && typeof onLate !== 'function') {
    throw new TypeError(`deadline(): onLate must be a function or false, got ${inspect(onLate)}`)
  }
  return { status, isWhole: whole, onLate }
}

interface Settings {
  readonly status: number
  readonly isWhole: boolean
  readonly onLate: ((report: LateReport, req: IncomingMessage) => void) | false
}

interface Call {
  readonly req: TimedRequest
  readonly res: ServerResponse
  readonly next: Next
}

/** The deadline of one request. */
class Timed implements Alarm {
  readonly ms: number
  readonly due: number
  hasExpired = false
  readonly #call: Call
  readonly #settings: Settings
  /** `req.next` while the middleware ran: another one later belongs to a router inside. */
  readonly #routerNext: Next | undefined
  #isStopped = false
  /** The clock rings in the async context of whichever request set its timer. */
  #scope: AsyncResource | undefined
  #forget: (() => void) | undefined
  #hasReported = false

  constructor(call: Call, ms: number, settings: Settings) {
    this.ms = ms
    this.due = now() + ms
    this.#call = call
    this.#settings = settings
    this.#routerNext = call.req.next
  }

  /** Most handlers respond at once, so only the other requests get an alarm. */
  watch(): void {
    const { res } = this.#call
    if (this.#isStopped || isClosed(res)) return
    if (res.writableEnded && !this.#settings.isWhole) return
    this.#scope = keepAsyncContext()
    this.#forget = onResponseClose(res, () => this.stop())
    addAlarm(this)
  }

  stop(): void {
    this.#isStopped = true
    if (this.#scope === undefined) return
    clearAlarm(this)
    this.#leave()
  }

  #leave(): void {
    this.#forget?.()
    this.#scope?.emitDestroy()
    this.#scope = undefined
  }

  ring(): void {
    try {
      this.#scope?.runInAsyncScope(this.#expire, this)
    } finally {
      this.#leave()
    }
  }

  #expire(): void {
    const { req, res } = this.#call
    if (!res.headersSent) this.#endRequest()
    else if (this.#settings.isWhole && !isFinished(res)) {
      abortRequest(req, this.#createError())
      cutOff(req, res)
    }
  }

  #endRequest(): void {
    const { req, res, next } = this.#call
    const error = this.#createError()
    this.hasExpired = true
    abandonResponse(res, (passed) => !mayWrite(res) && isCausedBy(passed, error))
    refuseBody(req)
    takeResponse(res, (member) => this.#report(member))
    const patience = setAlarm(PATIENCE, () =>
      runAsErrorHandler(res, () => endAlone(req, res, error)),
    )
    onResponseClose(res, () => clearAlarm(patience))
    abortRequest(req, error)
    // A listener for `abort` may throw, but only in the next tick.
    const inner = req.next === this.#routerNext ? next : (req.next ?? next)
    runAsErrorHandler(res, () => {
      if (req.httpVersionMajor < 2 && !req.complete) res.setHeader('Connection', 'close')
      inner(error)
    })
  }

  #createError(): HttpError {
    const { req } = this.#call
    const text = `${describeRoute(req)} did not respond within ${this.ms} ms${describeHandler(req)}`
    return httpError(this.#settings.status, text, {
      name: 'TimeoutError',
      code: 'ETIMEDOUT',
      type: 'request.deadline',
      deadline: this.ms,
      expose: false,
    })
  }

  #report(member: LateMember): void {
    const { onLate } = this.#settings
    if (onLate === false || this.#hasReported) return
    this.#hasReported = true
    const { req } = this.#call
    const late = Math.round(now() - this.due)
    const route = describeRoute(req)
    const message =
      `${route}: the handler used res.${member} ${late} ms after the deadline of ${this.ms} ms, ` +
      `and it was discarded${describeHandler(req)}. Stop the work when req.signal is aborted.`
    const method = String(req.method)
    const report = { message, method, route: route.slice(method.length + 1), member, late }
    onLate({ ...report, deadline: this.ms }, req)
  }
}

/** Whether an error is that of a deadline, or the error of a function that its signal stopped. */
function isCausedBy(error: unknown, reason: Error): boolean {
  return error === reason || (error instanceof Error && error.cause === reason)
}

/** The handler that a request waits for, which is known in development alone. */
function describeHandler(req: IncomingMessage): string {
  const handler = handlerOf(req) as { readonly name?: unknown } | undefined
  if (handler === undefined) return ''
  return typeof handler.name === 'string' && handler.name !== ''
    ? ` (in the handler "${handler.name}")`
    : ' (in a handler without a name)'
}

/** Ends the response if the error handlers of the program have not. */
function endAlone(req: IncomingMessage, res: ServerResponse, { status }: HttpError): void {
  if (res.writableEnded) return
  if (res.headersSent) {
    // It may also be the client that is slow.
    if (!res.writableNeedDrain) cutOff(req, res)
    return
  }
  res.statusCode = status
  // The rest of a request that is still on its way is not read.
  if (req.httpVersionMajor < 2) res.setHeader('Connection', 'close')
  res.setHeader('Content-Length', 0)
  // Not a member that middleware replaced: a session store that hangs would hold this response, too.
  Object.getPrototypeOf(res).end.call(res)
}

function warn({ message }: LateReport): void {
  console.error(`webapp: ${message}`)
}
