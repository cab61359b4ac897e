import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context, type Span, trace } from '@opentelemetry/api'
import type { LayerTrace } from '../types/shared/trace.ts'
import type { ForeignSpan } from './http-span.ts'

/** What is known about a request while it is recorded. */
export class TracedRequest {
  readonly span: Span
  /** The context in which the span of the request is the active one. */
  readonly context: Context
  /** Set if another instrumentation created the span and will end it. */
  readonly foreign: ForeignSpan | undefined
  readonly began = performance.now()
  /** The last error that a handler threw or passed to `next`. */
  error: unknown = undefined
  #routeLayer: LayerTrace | undefined = undefined
  #layerSpan: Span | undefined = undefined
  #layerContext: Context | undefined = undefined

  constructor(span: Span, inside: Context, foreign: ForeignSpan | undefined) {
    this.span = span
    this.context = inside
    this.foreign = foreign
  }

  /**
   * The context for the next layer. Layers run inside the layer that called `next`, but their spans
   * are children of the request, or of the span that the program has started around `next`.
   */
  contextAfter(active: Context): Context {
    if (active === this.#layerContext) return this.context
    const current = trace.getSpan(active)
    return current !== undefined && current === this.#layerSpan
      ? trace.setSpan(active, this.span)
      : active
  }

  /**
   * Whether a layer is a handler of a route that has a span. The route itself is a layer in most
   * dialects; in the others, each of its handlers is.
   */
  isInsideRoute(event: LayerTrace): boolean {
    const { route } = event
    if (route === undefined) return false
    const open = this.#routeLayer
    if (open !== undefined && open.route === route && open.outcome === undefined) return true
    this.#routeLayer = event
    return false
  }

  /** Makes a layer the current one. Returns the context in which its span is the active one. */
  enterLayer(span: Span, parent: Context): Context {
    this.#layerSpan = span
    this.#layerContext = parent === this.context ? trace.setSpan(parent, span) : undefined
    return this.#layerContext ?? trace.setSpan(parent, span)
  }
}

const requests = new WeakMap<object, TracedRequest>()

export function recordRequest(req: IncomingMessage, request: TracedRequest): void {
  requests.set(req, request)
}

export function tracedRequestOf(req: IncomingMessage): TracedRequest | undefined {
  return requests.get(req)
}

/** The status that the client received; undefined if it left before the response began. */
export function statusOf({ headersSent, statusCode }: ServerResponse): number | undefined {
  return headersSent ? statusCode : undefined
}
