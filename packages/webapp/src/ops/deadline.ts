import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { abandonResponse } from '../errors/abandoned.ts'
import { abortResponse } from '../errors/abort-response.ts'
import { httpError, isErrorStatus } from '../errors/http-error.ts'
import { checkOptionNames } from '../errors/option-names.ts'
import { onResponseClose } from '../node/index.ts'
import { abortRequest } from '../request/signal.ts'
import { handlerOf } from '../router/handler-watch.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { type Alarm, clearAlarm, now, setAlarm } from './clock.ts'
import type { DeadlineOptions, LateReport, OpsMiddleware } from './ops-types.ts'
import { describeRoute } from './route.ts'
import { type LateMember, runAsErrorHandler, takeResponse } from './taken-response.ts'

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
    request[kTimed]?.stop()
    if (ms !== Number.POSITIVE_INFINITY && !res.headersSent) {
      request[kTimed] = new Timed({ req: request, res, next }, ms, settings)
    }
    next()
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
class Timed {
  readonly #call: Call
  readonly #ms: number
  readonly #settings: Settings
  readonly #alarm: Alarm
  readonly #forget: () => void
  /** `req.next` while the middleware ran: another one later belongs to a router inside. */
  readonly #routerNext: Next | undefined
  #hasReported = false

  constructor(call: Call, ms: number, settings: Settings) {
    this.#call = call
    this.#ms = ms
    this.#settings = settings
    this.#routerNext = call.req.next
    // The clock rings in the async context of whichever request set its timer.
    this.#alarm = setAlarm(
      ms,
      bindAsyncContext(() => this.#expire()),
    )
    this.#forget = onResponseClose(call.res, () => clearAlarm(this.#alarm))
  }

  stop(): void {
    clearAlarm(this.#alarm)
    this.#forget()
  }

  #expire(): void {
    this.#forget()
    const { req, res } = this.#call
    if (res.writableEnded) return
    if (!res.headersSent) this.#endRequest()
    else if (this.#settings.isWhole) {
      abortRequest(req, this.#createError())
      abortResponse(req, res)
    }
  }

  #endRequest(): void {
    const { req, res, next } = this.#call
    const error = this.#createError()
    abandonResponse(res)
    takeResponse(res, (member) => this.#report(member))
    const patience = setAlarm(PATIENCE, () =>
      runAsErrorHandler(res, () => respondAlone(res, error)),
    )
    onResponseClose(res, () => clearAlarm(patience))
    abortRequest(req, error)
    // A listener for `abort` may throw, but only in the next tick.
    const inner = req.next === this.#routerNext ? next : (req.next ?? next)
    runAsErrorHandler(res, () => inner(error))
  }

  #createError() {
    const { req } = this.#call
    const text = `${describeRoute(req)} did not respond within ${this.#ms} ms${describeHandler(req)}`
    return httpError(this.#settings.status, text, {
      name: 'TimeoutError',
      code: 'ETIMEDOUT',
      type: 'request.deadline',
      deadline: this.#ms,
      expose: false,
    })
  }

  #report(member: LateMember): void {
    const { onLate } = this.#settings
    if (onLate === false || this.#hasReported) return
    this.#hasReported = true
    const { req } = this.#call
    const late = Math.round(now() - this.#alarm.due)
    const route = describeRoute(req)
    const message =
      `${route}: the handler used res.${member} ${late} ms after the deadline of ${this.#ms} ms, ` +
      `and it was discarded${describeHandler(req)}. Stop the work when req.signal is aborted.`
    const method = String(req.method)
    const report = { message, method, route: route.slice(method.length + 1), member, late }
    onLate({ ...report, deadline: this.#ms }, req)
  }
}

/** The handler that a request waits for, which is known in development alone. */
function describeHandler(req: IncomingMessage): string {
  const handler = handlerOf(req) as { readonly name?: unknown } | undefined
  if (handler === undefined) return ''
  return typeof handler.name === 'string' && handler.name !== ''
    ? ` (in the handler "${handler.name}")`
    : ' (in a handler without a name)'
}

/** The response if the error handlers of the program send none. */
function respondAlone(res: ServerResponse, error: { status: number }): void {
  if (res.headersSent) return
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  res.statusCode = error.status
  // The rest of a request that is still on its way is not read.
  if (res.req.httpVersionMajor < 2) res.setHeader('Connection', 'close')
  res.end()
}

function warn({ message }: LateReport): void {
  console.error(`webapp: ${message}`)
}
