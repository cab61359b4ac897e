import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import {
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { RequestTrace } from 'webapp/types/v5'

/**
 * Sends a span of each request to the collector that the variable OTEL_EXPORTER_OTLP_ENDPOINT names.
 * Returns a function that sends the last spans and stops.
 */
export function startTracing(): () => Promise<void> {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'notes' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(createContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const stop = traceRequests(provider.getTracer('notes'))
  return async () => {
    stop()
    await provider.shutdown()
  }
}

const storage = new AsyncLocalStorage<Context>()

function createContextManager(): ContextManager {
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, self, ...args) => storage.run(active, () => run.apply(self, args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

/** A span for each request, named by its route; spans of handlers become its children. */
function traceRequests(tracer: Tracer): () => void {
  const contexts = new WeakMap<object, Context>()
  const start = channel('tracing:webapp.request:start')
  // Node calls bound stores before subscribers, so the span starts here.
  start.bindStore(storage, (event) => {
    const { req, method, url } = event as RequestTrace
    const parent = propagation.extract(ROOT_CONTEXT, req.headers)
    const attributes = { 'http.request.method': method, 'url.path': url.split('?', 1)[0] }
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    const inside = trace.setSpan(parent, span)
    contexts.set(req, inside)
    return inside
  })
  const end = (event: unknown) => {
    const { req, res, method, route } = event as RequestTrace
    const span = trace.getSpan(contexts.get(req) ?? ROOT_CONTEXT)
    if (route !== undefined)
      span?.updateName(`${method} ${route}`).setAttribute('http.route', route)
    span?.setAttribute('http.response.status_code', res.statusCode)
    if (res.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  const ended = channel('tracing:webapp.request:asyncEnd')
  ended.subscribe(end)
  return () => {
    start.unbindStore(storage)
    ended.unsubscribe(end)
  }
}
