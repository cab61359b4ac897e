import {
  type Attributes,
  type Context,
  context,
  type Span,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { mountPatternOf } from '../trace/route-pattern.ts'
import type { LayerTrace } from '../types/shared/trace.ts'
import { markFailed, recordError, recordExceptionOfServer } from './record-error.ts'
import { type Place, type TracedRequest, tracedRequestOf } from './traced-request.ts'

const kSpan = Symbol('webapp.otel.span')

interface RecordedLayer extends LayerTrace {
  [kSpan]?: Span
}

/**
 * Creates a span for each run of middleware, a router or a route, with the names and attributes
 * that the instrumentation of Express gives them.
 */
export class LayerSpans {
  readonly #tracer: () => Tracer

  constructor(tracer: () => Tracer) {
    this.#tracer = tracer
  }

  begin(event: LayerTrace): void {
    const request = tracedRequestOf(event.req)
    // An error handler belongs to the request: the layer that failed has ended.
    if (!event.handlesErrors && request?.isInsideRoute(event)) return
    const active = context.active()
    const place = request?.placeIn(active) ?? { context: active, outer: undefined }
    if (!trace.getSpan(place.context)?.isRecording()) return
    if (event.handlesErrors) runIn(place.context, event)
    else this.#start(event, request, place)
  }

  #start(event: LayerTrace, request: TracedRequest | undefined, place: Place): void {
    const { name, attributes } = describe(event)
    const span = this.#tracer().startSpan(name, { attributes }, place.context)
    ;(event as RecordedLayer)[kSpan] = span
    if (isRouter(event)) runIn(place.context, event)
    else if (request !== undefined) runIn(request.enterLayer(event, span, place), event)
    else runIn(trace.setSpan(place.context, span), event)
  }

  fail(event: LayerTrace): void {
    const { req, error, handlesErrors } = event
    const span = (event as RecordedLayer)[kSpan]
    // Handlers of a route report their errors to the route.
    if (span === undefined && !handlesErrors) return
    const request = tracedRequestOf(req)
    // Routers and mounted applications pass the error of a handler on.
    const isKnown = request?.error === error
    if (request !== undefined) request.error = error
    if (span === undefined) {
      if (!isKnown && request !== undefined) recordExceptionOfServer(request.span, error)
    } else if (isKnown) markFailed(span, error)
    else recordError(span, error)
  }

  end(event: LayerTrace): void {
    ;(event as RecordedLayer)[kSpan]?.end()
  }
}

function runIn(inside: Context, event: LayerTrace): void {
  if (inside !== context.active()) event.wrap((work) => context.with(inside, work))
}

interface Description {
  readonly name: string
  readonly attributes: Attributes
}

function describe(event: LayerTrace): Description {
  const { req, name, route } = event
  if (route !== undefined) {
    return {
      name: `request handler - ${route}`,
      attributes: {
        'http.route': route,
        'express.name': route,
        'express.type': 'request_handler',
      },
    }
  }
  if (isRouter(event)) {
    const path = mountPatternOf(req) || '/'
    return {
      name: `router - ${path}`,
      attributes: { 'express.name': path, 'express.type': 'router' },
    }
  }
  return {
    name: `middleware - ${name}`,
    attributes: { 'express.name': name, 'express.type': 'middleware' },
  }
}

/** The function of a router has this name in all dialects. */
function isRouter({ name, route }: LayerTrace): boolean {
  return name === 'router' && route === undefined
}
