const { context, trace } = require('@opentelemetry/api')
const { registerInstrumentations } = require('@opentelemetry/instrumentation')
const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-node')

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
provider.register()
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
    new ExpressInstrumentation(),
  ],
})

/** The trace that a handler sees, and the spans that have ended, by name, with their parents. */
globalThis.tracing = {
  isActive: () => trace.getSpan(context.active()) !== undefined,
  finished() {
    const spans = exporter.getFinishedSpans()
    const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]))
    return spans.map((span) => ({
      name: span.name,
      parent: names.get(span.parentSpanContext?.spanId) ?? null,
      type: span.attributes['express.type'] ?? null,
      route: span.attributes['http.route'] ?? null,
      status: span.status.code,
    }))
  },
}
