import { tracingChannel } from 'node:diagnostics_channel'
import prometheus from 'prom-client'
import type { RequestHandler } from 'webapp'
import type { ShedMiddleware } from 'webapp/ops'
import type { RequestTrace } from 'webapp/types/v5'

export interface Metrics {
  readonly handler: RequestHandler
  close(): void
}

/** Counts the requests of this process, from the channels of webapp. */
export function createMetrics(overload: ShedMiddleware): Metrics {
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  const durations = new prometheus.Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response was sent or the client left',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const active = new prometheus.Gauge({
    name: 'http_requests_active',
    help: 'Requests without a complete response',
    registers: [registry],
  })
  new prometheus.Counter({
    name: 'http_requests_refused_total',
    help: 'Requests that were refused because the process was overloaded',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(overload.refused)
    },
  })
  const began = new WeakMap<object, number>()
  const stop = subscribe({
    start(event) {
      began.set(event, performance.now())
      active.inc()
    },
    asyncEnd(event) {
      const start = began.get(event)
      if (start === undefined) return
      active.dec()
      const { method, route = 'none', res } = event
      const labels = { method, route, status: String(res.statusCode) }
      durations.observe(labels, (performance.now() - start) / 1000)
    },
  })
  return {
    handler: async (_req, res) => {
      res.type(registry.contentType).send(await registry.metrics())
    },
    close() {
      stop()
      registry.clear()
    },
  }
}

type Listener = (event: RequestTrace) => void

function subscribe({ start, asyncEnd }: { start: Listener; asyncEnd: Listener }): () => void {
  const channel = tracingChannel<'webapp.request', RequestTrace>('webapp.request')
  const listeners = { start, asyncEnd, end() {}, asyncStart() {}, error() {} }
  channel.subscribe(listeners)
  return () => void channel.unsubscribe(listeners)
}
