import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context, type Span, trace } from '@opentelemetry/api'
import type { LayerTrace } from '../types/shared/trace.ts'
import type { ForeignSpan } from './http-span.ts'

/** A layer whose span is the active one while it runs. */
interface Layer {
  readonly event: LayerTrace
  readonly span: Span
  readonly context: Context
  readonly place: Place
}

/** Where a layer begins: in the context of the request or of the program, or inside of a layer. */
export interface Place {
  readonly context: Context
  readonly outer: Layer | undefined
}

/** What the metrics of a request need to know. */
export interface Measurement {
  readonly method: string
  readonly scheme: string
  readonly version: string
  readonly began: number
  readonly endActive: () => void
}

/** What is known about a request while it is recorded. */
export class TracedRequest {
  readonly span: Span
  /** The context in which the span of the request is the active one. */
  readonly context: Context
  /** Set if another instrumentation created the span and will end it. */
  readonly foreign: ForeignSpan | undefined
  /** Set if a provider takes the metrics. */
  measurement: Measurement | undefined = undefined
  /** The last error that a handler threw or passed to `next`. */
  error: unknown = undefined
  #route: LayerTrace | undefined = undefined
  #layer: Layer | undefined = undefined

  constructor(span: Span, inside: Context, foreign: ForeignSpan | undefined) {
    this.span = span
    this.context = inside
    this.foreign = foreign
  }

  /**
   * Where the next layer begins. It runs inside of the layer that called `next`, and belongs to what is
   * around that layer. A layer that has not called `next` contains it, as a mounted application does.
   */
  placeIn(active: Context): Place {
    const layer = this.#findLayer(active)
    if (layer === undefined) return { context: active, outer: undefined }
    let place: Place = { context: layer.context, outer: layer }
    while (place.outer !== undefined && place.outer.event.outcome !== undefined) {
      place = place.outer.place
    }
    if (active === layer.context) return place
    // The program has put something into the context around `next`.
    const span = trace.getSpan(place.context)
    return span === undefined ? place : { ...place, context: trace.setSpan(active, span) }
  }

  /** Makes a layer the current one. Returns the context in which its span is the active one. */
  enterLayer(event: LayerTrace, span: Span, place: Place): Context {
    const inside = trace.setSpan(place.context, span)
    this.#layer = { event, span, context: inside, place }
    return inside
  }

  /**
   * Whether a layer is a handler of a route that has a span. The route itself is a layer in most
   * dialects; in the others, each of its handlers is.
   */
  isInsideRoute(event: LayerTrace): boolean {
    const { route } = event
    if (route === undefined) return false
    const open = this.#route
    if (open !== undefined && open.route === route && open.outcome === undefined) return true
    this.#route = event
    return false
  }

  /** The layer that is active, if the program has started no span inside of it. */
  #findLayer(active: Context): Layer | undefined {
    let layer = this.#layer
    if (layer?.context === active) return layer
    const current = trace.getSpan(active)
    while (layer !== undefined && layer.span !== current) layer = layer.place.outer
    return layer
  }
}

const kTraced = Symbol('webapp.otel')

/** Not a `WeakMap`: those made garbage collection expensive. */
interface RecordedMessage {
  [kTraced]?: TracedRequest
}

export function recordRequest(req: IncomingMessage, request: TracedRequest): void {
  ;(req as RecordedMessage)[kTraced] = request
}

export function tracedRequestOf(req: IncomingMessage): TracedRequest | undefined {
  return (req as RecordedMessage)[kTraced]
}

/** The status that the client received; undefined if it left before the response began. */
export function statusOf({ headersSent, statusCode }: ServerResponse): number | undefined {
  return headersSent ? statusCode : undefined
}
