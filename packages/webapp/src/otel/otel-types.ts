import type { IncomingMessage } from 'node:http'
import type { MeterProvider, TracerProvider } from '@opentelemetry/api'

/** Options of `instrumentation`. */
export interface InstrumentationOptions {
  /** Whether to record from now on; otherwise from the call of `enable()` on. True by default. */
  readonly enabled?: boolean | undefined
  /** Whether middleware, routers and handlers get spans of their own. True by default. */
  readonly layers?: boolean | undefined
  /** Says which requests get neither spans nor metrics, for example those of health probes. */
  readonly ignore?: ((req: IncomingMessage) => boolean) | undefined
}

/** What the SDK of OpenTelemetry expects of an instrumentation. */
export interface WebappInstrumentation {
  readonly instrumentationName: string
  readonly instrumentationVersion: string
  /** Records the requests from now on. */
  enable(): void
  /** Stops. Requests in flight are recorded up to their end. */
  disable(): void
  /** Without a call, the global provider gets the spans. */
  setTracerProvider(provider: TracerProvider): void
  /** Without a call, the global provider gets the metrics. */
  setMeterProvider(provider: MeterProvider): void
  getConfig(): InstrumentationOptions
  /** Replaces the options. `enabled` has no effect here. */
  setConfig(options: InstrumentationOptions): void
}

/** `instrumentation` of webapp/otel. */
export type CreateInstrumentation = (options?: InstrumentationOptions) => WebappInstrumentation
