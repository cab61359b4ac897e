import {
  type Attributes,
  type Context,
  createNoopMeter,
  type Histogram,
  type Meter,
  type MeterProvider,
  metrics,
  type UpDownCounter,
} from '@opentelemetry/api'
import type { Scope } from './scope.ts'

/** What the metrics of a request are distinguished by. */
export interface Measured {
  readonly method: string
  readonly scheme: string
  readonly version: string
  readonly route: string | undefined
  readonly status: number | undefined
  readonly errorType: string | undefined
}

const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** The metrics of the requests of a process. */
export class RequestMetrics {
  readonly #scope: Scope
  #given: MeterProvider | undefined
  #provider: MeterProvider | undefined
  #instruments: Instruments | undefined
  readonly #attributes = new AttributeSets()

  constructor(scope: Scope) {
    this.#scope = scope
  }

  use(provider: MeterProvider): void {
    this.#given = provider
  }

  /** Whether a provider takes the metrics. */
  get isOn(): boolean {
    return this.#current() !== undefined
  }

  /** Counts a request until the function that this returns is called; undefined without a provider. */
  begin(method: string, scheme: string): (() => void) | undefined {
    const instruments = this.#current()
    if (instruments === undefined) return undefined
    const attributes = this.#attributes.ofActive(method, scheme)
    instruments.active.add(1, attributes)
    return () => instruments.active.add(-1, attributes)
  }

  record(seconds: number, measured: Measured, context: Context): void {
    const instruments = this.#current()
    instruments?.duration.record(seconds, this.#attributes.ofDuration(measured), context)
  }

  /** A program may set the global provider after the application has begun to listen. */
  #current(): Instruments | undefined {
    const provider = this.#given ?? metrics.getMeterProvider()
    if (provider !== this.#provider) {
      this.#provider = provider
      const meter = provider.getMeter(this.#scope.name, this.#scope.version)
      this.#instruments = meter === createNoopMeter() ? undefined : createInstruments(meter)
    }
    return this.#instruments
  }
}

interface Instruments {
  readonly duration: Histogram
  readonly active: UpDownCounter
}

function createInstruments(meter: Meter): Instruments {
  return {
    duration: meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: BOUNDARIES },
    }),
    active: meter.createUpDownCounter('http.server.active_requests', {
      description: 'Number of active HTTP server requests.',
      unit: '{request}',
    }),
  }
}

/** More sets than this mean that something names routes or errors without limit. */
const MAX_SETS = 2000

/** The sets of attributes, each of which is created once. */
class AttributeSets {
  readonly #sets = new Map<string, Attributes>()

  ofActive(method: string, scheme: string): Attributes {
    return this.#find(`${method} ${scheme}`, () => ({
      'http.request.method': method,
      'url.scheme': scheme,
    }))
  }

  ofDuration(measured: Measured): Attributes {
    const { method, scheme, version, route, status, errorType } = measured
    const key = `${method} ${scheme} ${version} ${status} ${errorType} ${route}`
    return this.#find(key, () => ({
      'http.request.method': method,
      'url.scheme': scheme,
      'network.protocol.version': version,
      ...(status !== undefined && { 'http.response.status_code': status }),
      ...(errorType !== undefined && { 'error.type': errorType }),
      ...(route !== undefined && { 'http.route': route }),
    }))
  }

  #find(key: string, create: () => Attributes): Attributes {
    const known = this.#sets.get(key)
    if (known !== undefined) return known
    if (this.#sets.size >= MAX_SETS) this.#sets.clear()
    const created = create()
    this.#sets.set(key, created)
    return created
  }
}
