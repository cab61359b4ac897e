import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { context, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createShop } from './application.js'
import { startTracing } from './telemetry.js'

const exporter = new InMemorySpanExporter()
let server: Server
let stop: () => Promise<void>

beforeAll(async () => {
  stop = startTracing(exporter)
  server = createShop().listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(async () => {
  await stop()
  server.close()
  server.closeAllConnections()
  trace.disable()
  context.disable()
})

beforeEach(() => exporter.reset())

/** The spans of one request, when that of the request itself has ended. */
async function spansOf(path: string, options?: RequestInit): Promise<ReadableSpan[]> {
  const { port } = server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}${path}`, options)
  const isDone = () => exporter.getFinishedSpans().some(isOfRequest)
  for (let turn = 0; turn < 400 && !isDone(); turn++) await wait(5)
  return exporter.getFinishedSpans()
}

const isOfRequest = (span: ReadableSpan) => span.parentSpanContext === undefined

describe('spans of requests', () => {
  it('are named by the route, with the patterns of its mounts', async () => {
    const spans = await spansOf('/customers/7/orders/12')
    const root = spans.find(isOfRequest)
    expect(root?.name).toBe('GET /customers/:customer/orders/:order')
    expect(root?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/customers/:customer/orders/:order',
      'url.path': '/customers/7/orders/12',
    })
  })

  it('have those of handlers below them, and what handlers start', async () => {
    const spans = await spansOf('/customers/7/orders/12')
    const spanId = spans.find(isOfRequest)?.spanContext().spanId
    const below = spans.filter((span) => span.parentSpanContext?.spanId === spanId)
    const handler = 'request handler - /customers/:customer/orders/:order'
    expect(below.map((span) => span.name).sort()).toEqual([
      handler,
      'router - /customers/:customer/orders',
    ])
    const { spanId: inside } = spans.find((span) => span.name === handler)?.spanContext() ?? {}
    const work = spans.find((span) => span.name === 'read order')
    expect(work?.parentSpanContext?.spanId).toBe(inside)
  })

  it('tell which handler failed', async () => {
    const spans = await spansOf('/customers/7/orders', { method: 'POST' })
    const failed = spans.find(
      (span) => span.name === 'request handler - /customers/:customer/orders',
    )
    expect(failed?.status.message).toBe('The shop is closed')
    expect(spans.find(isOfRequest)?.attributes['http.response.status_code']).toBe(503)
  })
})
