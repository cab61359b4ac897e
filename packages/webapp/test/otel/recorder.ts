import { context, metrics, propagation, type Sampler, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { expect, onTestFinished } from 'vitest'
import { type InstrumentationOptions, instrumentation } from '../../src/otel.ts'

/** Records the spans and metrics of one test, with the SDK of OpenTelemetry. */
export class Recorder {
  readonly #exporter = new InMemorySpanExporter()
  readonly #metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  readonly #reader = new PeriodicExportingMetricReader({ exporter: this.#metrics })
  readonly instrumentation
  readonly tracerProvider

  constructor(options: InstrumentationOptions & { sampler?: Sampler } = {}) {
    const { sampler, ...own } = options
    const spanProcessors = [new SimpleSpanProcessor(this.#exporter)]
    this.tracerProvider = new BasicTracerProvider({ spanProcessors, ...(sampler && { sampler }) })
    const meterProvider = new MeterProvider({ readers: [this.#reader] })
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
    this.instrumentation = instrumentation(own)
    this.instrumentation.setTracerProvider(this.tracerProvider)
    this.instrumentation.setMeterProvider(meterProvider)
    onTestFinished(async () => {
      this.instrumentation.disable()
      await meterProvider.shutdown()
      for (const api of [context, propagation, trace, metrics]) api.disable()
    })
  }

  get tracer() {
    return this.tracerProvider.getTracer('test')
  }

  /** The spans that have ended, once there are so many server spans. */
  async spans(requests = 1): Promise<Recorded> {
    await expect.poll(() => this.#finished().filter(isServer).length).toBe(requests)
    return new Recorded(this.#finished())
  }

  #finished(): ReadableSpan[] {
    return this.#exporter.getFinishedSpans()
  }

  /** The data points of a metric. */
  async points(name: string): Promise<DataPoint<number | Histogram>[]> {
    this.#metrics.reset()
    await this.#reader.forceFlush()
    return this.#metrics
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((scope) => scope.metrics)
      .filter(({ descriptor }) => descriptor.name === name)
      .flatMap(({ dataPoints }) => dataPoints as DataPoint<number | Histogram>[])
  }
}

export class Recorded {
  readonly all: readonly ReadableSpan[]

  constructor(all: readonly ReadableSpan[]) {
    this.all = all
  }

  get server(): ReadableSpan {
    return this.servers[0] as ReadableSpan
  }

  get servers(): readonly ReadableSpan[] {
    return this.all.filter(isServer)
  }

  named(name: string): ReadableSpan {
    const found = this.all.find((span) => span.name === name)
    if (found === undefined) throw new Error(`no span ${name} in ${this.names}`)
    return found
  }

  get names(): string[] {
    return this.all.map(({ name }) => name)
  }

  /** The names of the children of a span, in alphabetical order. */
  below(parent: ReadableSpan): string[] {
    const { spanId } = parent.spanContext()
    return this.all
      .filter((span) => span.parentSpanContext?.spanId === spanId)
      .map(({ name }) => name)
      .sort()
  }
}

const SERVER = 1

function isServer({ kind }: ReadableSpan): boolean {
  return kind === SERVER
}

/** The messages of the exceptions of a span. */
export function exceptionsOf({ events }: ReadableSpan): unknown[] {
  return events.map(({ attributes }) => attributes?.['exception.message'])
}
