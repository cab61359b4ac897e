import { channel } from 'node:diagnostics_channel'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** @typedef {import('webapp/types/v5').RequestTrace} RequestTrace */
/** @typedef {import('webapp/types/v5').LayerTrace} LayerTrace */
/** @typedef {import('@opentelemetry/api').Context} Context */
/** @typedef {import('@opentelemetry/api').Span} Span */
/** @typedef {import('@opentelemetry/api').Tracer} Tracer */

/**
 * Creates OpenTelemetry spans from the channels of webapp: one for each request, named by its route,
 * and a child span for each handler. `storage` holds the current context of OpenTelemetry, so spans
 * that handlers start are children of the span of their request. Returns a function that stops it.
 *
 * @param {Tracer} tracer
 * @param {import('node:async_hooks').AsyncLocalStorage<Context>} storage
 */
export function feedSpans(tracer, storage) {
  const requests = new RequestSpans(tracer)
  const layers = new LayerSpans(tracer, requests)
  // Node calls bound stores before subscribers, so the span starts here.
  const start = channel('tracing:webapp.request:start')
  start.bindStore(storage, (event) => requests.begin(/** @type {RequestTrace} */ (event)))
  const stops = [
    () => void start.unbindStore(storage),
    subscribe('webapp.request:error', (event) => requests.fail(event)),
    subscribe('webapp.request:asyncEnd', (event) => requests.end(event)),
    subscribe('webapp.layer:start', (event) => layers.begin(event)),
    subscribe('webapp.layer:error', (event) => layers.fail(event)),
    subscribe('webapp.layer:asyncEnd', (event) => layers.end(event)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

class RequestSpans {
  /** The context of each request, in which its span is the current one. */
  #contexts = new WeakMap()

  /** @param {Tracer} tracer */
  constructor(tracer) {
    this.tracer = tracer
  }

  /** @param {RequestTrace} event @returns {Context} */
  begin({ req, method, url }) {
    const attributes = { 'http.request.method': method, 'url.path': url.split('?', 1)[0] }
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes })
    const inside = trace.setSpan(context.active(), span)
    this.#contexts.set(req, inside)
    return inside
  }

  /** @param {RequestTrace} event */
  fail({ req, error }) {
    recordError(trace.getSpan(this.contextOf(req)), error)
  }

  /** @param {RequestTrace} event */
  end({ req, res, method, route }) {
    const span = trace.getSpan(this.contextOf(req))
    span?.setAttribute('http.response.status_code', res.statusCode)
    if (route !== undefined) {
      span?.updateName(`${method} ${route}`)
      span?.setAttribute('http.route', route)
    }
    span?.end()
  }

  /** @param {object} req @returns {Context} */
  contextOf(req) {
    return this.#contexts.get(req) ?? context.active()
  }
}

class LayerSpans {
  /** The span of each handler that is running. */
  #spans = new WeakMap()

  /** @param {Tracer} tracer @param {RequestSpans} requests */
  constructor(tracer, requests) {
    this.tracer = tracer
    this.requests = requests
  }

  /** @param {LayerTrace} event */
  begin(event) {
    const { req, name, mountPath, route } = event
    const attributes = { 'webapp.mount': mountPath, 'http.route': route }
    const span = this.tracer.startSpan(name, { attributes }, this.requests.contextOf(req))
    this.#spans.set(event, span)
  }

  /** @param {LayerTrace} event */
  fail(event) {
    recordError(this.#spans.get(event), event.error)
  }

  /** @param {LayerTrace} event */
  end(event) {
    this.#spans.get(event)?.end()
  }
}

/** @param {string} name @param {(event: any) => void} listener */
function subscribe(name, listener) {
  const source = channel(`tracing:${name}`)
  source.subscribe(listener)
  return () => void source.unsubscribe(listener)
}

/** @param {Span | undefined} span @param {unknown} error */
function recordError(span, error) {
  const failure = error instanceof Error ? error : new Error(String(error))
  span?.recordException(failure)
  span?.setStatus({ code: SpanStatusCode.ERROR, message: failure.message })
}
