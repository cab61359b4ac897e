import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { instrumentation } from 'webapp/otel'

/**
 * Sends a span of each request, and of each layer, to an exporter. Returns a function that stops it.
 *
 * @param {import('@opentelemetry/sdk-trace-base').SpanExporter} exporter
 */
export function startTracing(exporter) {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const recording = instrumentation()
  return async () => {
    recording.disable()
    await provider.shutdown()
  }
}
