import { channel, subscribe, tracingChannel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LayerReport } from '../errors/report.ts'
import { type Exchange, exchangeOf } from './exchange.ts'

/** The members of webapp's events that are read here (docs/guide/tracing.md). */
interface TraceEvent {
  readonly req: IncomingMessage & { readonly params?: unknown }
  readonly res: ServerResponse
  readonly name: string
  readonly route: string | undefined
  readonly mountPath: string
  readonly place?: string | undefined
  readonly handlesErrors: boolean
  readonly outcome: LayerReport['outcome']
  readonly error?: unknown
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Follows the requests of webapp: which handlers ran, which route matched, which error was left. */
export function followRequests(onFailure: (exchange: Exchange) => void): void {
  const open = new WeakMap<object, Writable<LayerReport>>()
  tracingChannel('webapp.layer').subscribe({
    start: (event) => beginLayer(event as TraceEvent, open),
    asyncEnd: (event) => endLayer(event as TraceEvent, open),
  } as Parameters<ReturnType<typeof tracingChannel>['subscribe']>[0])
  subscribe('webapp.error', (event) => keepParams(event as TraceEvent))
  subscribe('webapp.route', (event) => keepRoute(event as TraceEvent))
  channel('tracing:webapp.request:error').subscribe((event) => {
    const { req, res, error } = event as TraceEvent
    const exchange = exchangeOf(req)
    if (exchange === undefined) return
    exchange.hasFailed = true
    exchange.res ??= res
    exchange.error = error
    onFailure(exchange)
  })
}

function beginLayer(event: TraceEvent, open: WeakMap<object, Writable<LayerReport>>): void {
  const exchange = exchangeOf(event.req)
  if (exchange === undefined || !exchange.isRecorded) return
  if (event.route !== undefined) keepParams(event)
  const { name, route, mountPath, handlesErrors, place } = event
  if (isRouteItself(name, route, place)) return
  const layer: Writable<LayerReport> = {
    name,
    route,
    mountPath,
    place,
    handlesErrors,
    outcome: undefined,
    start: exchange.elapsed,
    duration: undefined,
  }
  open.set(event, layer)
  exchange.addLayer(layer)
}

/** A route runs its handlers in a layer of its own, which no program registers. */
function isRouteItself(
  name: string,
  route: string | undefined,
  place: string | undefined,
): boolean {
  return route !== undefined && place === undefined && /^(?:handle|bound dispatch)$/.test(name)
}

function endLayer(event: TraceEvent, open: WeakMap<object, Writable<LayerReport>>): void {
  const layer = open.get(event)
  const exchange = exchangeOf(event.req)
  if (layer === undefined || exchange === undefined) return
  layer.outcome = event.outcome
  layer.duration = exchange.elapsed - layer.start
}

function keepRoute({ req, route }: TraceEvent): void {
  const exchange = exchangeOf(req)
  if (exchange !== undefined) exchange.route = route
}

/** When the error reaches the final handler, the parameters of the route are gone. */
function keepParams({ req }: TraceEvent): void {
  const exchange = exchangeOf(req)
  const { params } = req
  if (exchange === undefined || typeof params !== 'object' || params === null) return
  if (Object.keys(params).length > 0) exchange.params = { ...params }
}
