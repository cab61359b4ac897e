import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { inspect } from 'node:util'
import { diag, type MeterProvider, type TracerProvider, trace } from '@opentelemetry/api'
import { checkOptionNames } from '../errors/option-names.ts'
import { LayerSpans } from './layer-spans.ts'
import type { InstrumentationOptions, WebappInstrumentation } from './otel-types.ts'
import { RequestMetrics } from './request-metrics.ts'
import { RequestSpans } from './request-spans.ts'
import { scope } from './scope.ts'

/** Says to the entries that this process records the layers itself (`register/show-to-tools.ts`). */
const mark = Symbol.for('webapp.otel')

/** Records requests from the channels of webapp. */
export function createInstrumentation(options: InstrumentationOptions = {}): WebappInstrumentation {
  const created = new Instrumentation(checkOptions(options))
  if (options.enabled !== false) created.enable()
  return created
}

function checkOptions(options: InstrumentationOptions): InstrumentationOptions {
  checkOptionNames('instrumentation()', options, ['enabled', 'layers', 'ignore'])
  const { ignore } = options
  if (ignore !== undefined && typeof ignore !== 'function') {
    throw new TypeError(`instrumentation(): ignore must be a function, got ${inspect(ignore)}`)
  }
  return options
}

type Listener = (event: unknown) => void

class Instrumentation implements WebappInstrumentation {
  readonly instrumentationName = scope.name
  readonly instrumentationVersion = scope.version
  #options: InstrumentationOptions
  #tracer = trace.getTracer(scope.name, scope.version)
  readonly #metrics = new RequestMetrics(scope)
  readonly #requests = new RequestSpans(
    () => this.#tracer,
    this.#metrics,
    () => this.#options,
  )
  readonly #layers = new LayerSpans(() => this.#tracer)
  #subscribed: [channel: string, listener: Listener][] = []
  #isEnabled = false
  #inFlight = 0

  constructor(options: InstrumentationOptions) {
    this.#options = options
  }

  enable(): void {
    this.#isEnabled = true
    Reflect.set(globalThis, mark, true)
    this.#subscribe()
  }

  disable(): void {
    this.#isEnabled = false
    Reflect.deleteProperty(globalThis, mark)
    if (this.#inFlight === 0) this.#unsubscribe()
  }

  setTracerProvider(provider: TracerProvider): void {
    this.#tracer = provider.getTracer(scope.name, scope.version)
  }

  setMeterProvider(provider: MeterProvider): void {
    this.#metrics.use(provider)
  }

  getConfig(): InstrumentationOptions {
    return this.#options
  }

  setConfig(options: InstrumentationOptions): void {
    this.#options = checkOptions(options)
    if (this.#subscribed.length === 0) return
    this.#unsubscribe()
    this.#subscribe()
  }

  #subscribe(): void {
    if (this.#subscribed.length > 0) return
    for (const [name, listen] of this.#listeners()) {
      const listener: Listener = (event) => {
        try {
          listen(event as never)
        } catch (error) {
          // Node would end the process.
          diag.error(`webapp/otel: a listener of ${name} failed`, error)
        }
      }
      subscribe(name, listener)
      this.#subscribed.push([name, listener])
    }
  }

  #listeners(): [channel: string, listen: (event: never) => void][] {
    const requests = this.#requests
    const layers = this.#layers
    const ofRequests: [string, (event: never) => void][] = [
      ['tracing:webapp.request:start', (event) => this.#begin(event)],
      ['webapp.route', (event) => requests.match(event)],
      ['tracing:webapp.request:error', (event) => requests.fail(event)],
      ['tracing:webapp.request:asyncEnd', (event) => this.#end(event)],
    ]
    if (this.#options.layers === false) {
      return [...ofRequests, ['webapp.error', (event) => requests.failLayer(event)]]
    }
    return [
      ...ofRequests,
      ['tracing:webapp.layer:start', (event) => layers.begin(event)],
      ['tracing:webapp.layer:error', (event) => layers.fail(event)],
      ['tracing:webapp.layer:asyncEnd', (event) => layers.end(event)],
    ]
  }

  #begin(event: Parameters<RequestSpans['begin']>[0]): void {
    if (this.#isEnabled && this.#requests.begin(event)) this.#inFlight++
  }

  #end(event: Parameters<RequestSpans['end']>[0]): void {
    if (!this.#requests.end(event)) return
    this.#inFlight--
    if (!this.#isEnabled && this.#inFlight === 0) this.#unsubscribe()
  }

  #unsubscribe(): void {
    for (const [name, listener] of this.#subscribed.splice(0)) unsubscribe(name, listener)
  }
}
