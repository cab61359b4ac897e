import type { IncomingMessage } from 'node:http'
import {
  type Attributes,
  type Context,
  context,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { RequestEvent } from '../trace/trace-request.ts'
import type { ErrorTrace, RequestTrace, RouteTrace } from '../types/shared/trace.ts'
import {
  type ForeignSpan,
  findForeignSpan,
  isInMemory,
  isSuppressed,
  suppressTracing,
} from './http-span.ts'
import { readKnownMethods } from './known-methods.ts'
import type { InstrumentationOptions } from './otel-types.ts'
import { errorTypeOf, markFailed, recordExceptionOfServer } from './record-error.ts'
import { requestAttributes } from './request-attributes.ts'
import type { RequestMetrics } from './request-metrics.ts'
import { recordRequest, statusOf, TracedRequest, tracedRequestOf } from './traced-request.ts'

/** Creates the server span of each request, or completes the one that is there, and measures it. */
export class RequestSpans {
  readonly #tracer: () => Tracer
  readonly #metrics: RequestMetrics
  readonly #options: () => InstrumentationOptions
  readonly #methods = readKnownMethods()

  constructor(
    tracer: () => Tracer,
    metrics: RequestMetrics,
    options: () => InstrumentationOptions,
  ) {
    this.#tracer = tracer
    this.#metrics = metrics
    this.#options = options
  }

  /** Returns whether the request is recorded. */
  begin(event: RequestEvent): boolean {
    const { req } = event
    const active = context.active()
    if (isSuppressed(active)) return false
    if (this.#isIgnored(req)) {
      const inside = suppressTracing(active)
      event.wrap((work) => context.with(inside, work))
      return false
    }
    const foreign = findForeignSpan(active, req)
    const request = foreign ? this.#join(event, active, foreign) : this.#start(event, active)
    recordRequest(req, request)
    return true
  }

  /** A request can match several routes, one after the other; the last one counts. */
  match({ req, method, route }: RouteTrace): void {
    const foreign = tracedRequestOf(req)?.foreign
    if (foreign === undefined) return
    if (foreign.metadata !== undefined) foreign.metadata.route = route
    foreign.span.setAttribute('http.route', route)
    foreign.span.updateName(this.#nameOf(method, route))
  }

  /** A handler failed, and its layer has no span. */
  failLayer({ req, error }: ErrorTrace): void {
    const request = tracedRequestOf(req)
    if (request === undefined) return
    request.error = error
    recordExceptionOfServer(request.span, error)
  }

  /** No error handler took the error. */
  fail({ req, error }: RequestTrace): void {
    const request = tracedRequestOf(req)
    if (request === undefined) return
    const isRecorded = this.#options().layers === false && request.error === error
    request.error = error
    if (!isRecorded) recordExceptionOfServer(request.span, error)
  }

  /** Returns whether the request was recorded. */
  end(event: RequestTrace): boolean {
    const request = tracedRequestOf(event.req)
    if (request === undefined) return false
    const status = statusOf(event.res)
    const errorType = typeOfFailure(request.error, status)
    if (request.foreign === undefined) this.#finish(event, request, status, errorType)
    const measured = request.measurement
    if (measured !== undefined) {
      measured.endActive()
      // The instrumentation that created the span records its duration.
      if (request.foreign === undefined) {
        const { method, scheme, version } = measured
        const { route } = event
        const result = { method, scheme, version, route, status, errorType }
        this.#metrics.record((performance.now() - measured.began) / 1000, result, request.context)
      }
    }
    return true
  }

  #start(event: RequestEvent, active: Context): TracedRequest {
    const { req, method } = event
    // A server that began to listen inside of a span has its context for ever.
    const outer = isInMemory(req) ? active : ROOT_CONTEXT
    const parent = propagation.extract(outer, req.headers)
    const attributes = requestAttributes(event, this.#methods)
    const options = { kind: SpanKind.SERVER, attributes }
    const span = this.#tracer().startSpan(this.#nameOf(method, undefined), options, parent)
    const inside = trace.setSpan(parent, span)
    event.wrap((work) => context.with(inside, work))
    const request = new TracedRequest(span, inside, undefined)
    this.#measure(request, attributes)
    return request
  }

  #join(event: RequestEvent, active: Context, foreign: ForeignSpan): TracedRequest {
    const request = new TracedRequest(foreign.span, active, foreign)
    if (this.#metrics.isOn) this.#measure(request, requestAttributes(event, this.#methods))
    return request
  }

  #measure(request: TracedRequest, attributes: Attributes): void {
    const method = String(attributes['http.request.method'])
    const scheme = String(attributes['url.scheme'])
    const version = String(attributes['network.protocol.version'])
    const endActive = this.#metrics.begin(method, scheme)
    if (endActive === undefined) return
    request.measurement = { method, scheme, version, began: performance.now(), endActive }
  }

  #finish(
    { method, route }: RequestTrace,
    { span, error }: TracedRequest,
    status: number | undefined,
    errorType: string | undefined,
  ): void {
    if (span.isRecording()) {
      if (route !== undefined) {
        span.updateName(this.#nameOf(method, route))
        span.setAttribute('http.route', route)
      }
      if (status !== undefined) span.setAttribute('http.response.status_code', status)
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType)
        markFailed(span, error)
      }
    }
    span.end()
  }

  #nameOf(method: string, route: string | undefined): string {
    const known = this.#methods.has(method) ? method : 'HTTP'
    return route === undefined ? known : `${known} ${route}`
  }

  #isIgnored(req: IncomingMessage): boolean {
    try {
      return this.#options().ignore?.(req) === true
    } catch (error) {
      diag.error('webapp/otel: the function `ignore` failed', error)
      return false
    }
  }
}

/** The value of `error.type`: the class of the error, or else the status. */
function typeOfFailure(error: unknown, status: number | undefined): string | undefined {
  if (status === undefined) return error === undefined ? undefined : errorTypeOf(error)
  return status >= 500 ? (errorTypeOf(error) ?? String(status)) : undefined
}
