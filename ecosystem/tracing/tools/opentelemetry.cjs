const { context, trace } = require('@opentelemetry/api')
const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks')
const { registerInstrumentations } = require('@opentelemetry/instrumentation')
const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} = require('@opentelemetry/sdk-trace')

const exporter = new InMemorySpanExporter()
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(provider)
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
    new ExpressInstrumentation(),
  ],
})

globalThis.tool = {
  active: [],
  isActive: () => trace.getSpan(context.active()) !== undefined,
  finished() {
    const spans = exporter.getFinishedSpans()
    const roots = spans.filter((span) => span.parentSpanContext === undefined)
    const traceOf = (span) => span.spanContext().traceId
    const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]))
    const parentOf = (span) => names.get(span.parentSpanContext.spanId)
    return {
      transactions: roots.map((root) => ({
        name: `${root.name}, ${root.attributes['http.route']}`,
        spans: spans
          .filter((span) => span !== root && traceOf(span) === traceOf(root))
          .map((span) => `${span.attributes['express.type']}: ${span.name} in ${parentOf(span)}`),
      })),
      errors: spans.flatMap((span) =>
        span.events.map((event) => `${event.attributes['exception.message']} in ${span.name}`),
      ),
    }
  },
}
