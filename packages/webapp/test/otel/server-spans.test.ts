import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { RPCType, setRPCMetadata } from '@opentelemetry/core'
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace-base'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'
import { exceptionsOf, Recorder } from './recorder.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

describeDialects('the server span of a request', ['5.x', '4.x', '3.x'], (t) => {
  const serveUsers = () => {
    t.app.get('/users/:id', (req, res) => void res.send(req.params.id))
  }

  it('has the attributes of the semantic conventions', async () => {
    const recorder = new Recorder()
    serveUsers()
    const port = await t.port()
    await t.request('/users/7?a=b&sig=secret', { headers: { 'User-Agent': 'test/1' } })
    const { server } = await recorder.spans()
    expect(server.name).toBe('GET /users/:id')
    expect(server.status.code).toBe(SpanStatusCode.UNSET)
    expect(server.parentSpanContext).toBeUndefined()
    expect(server.instrumentationScope).toMatchObject({ name: 'webapp/otel' })
    expect(server.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/users/:id',
      'url.scheme': 'http',
      'url.path': '/users/7',
      'url.query': 'a=b&sig=REDACTED',
      'server.address': '127.0.0.1',
      'server.port': port,
      'client.address': '127.0.0.1',
      'network.peer.address': '127.0.0.1',
      'network.peer.port': expect.any(Number),
      'network.protocol.version': '1.1',
      'user_agent.original': 'test/1',
    })
  })

  it('has the same over HTTP/2', async () => {
    const recorder = new Recorder()
    serveUsers()
    const link = await startHttp2(t.app as never)
    await link.ask('/users/7')
    const { server } = await recorder.spans()
    expect(server.name).toBe('GET /users/:id')
    expect(server.attributes).toMatchObject({
      'http.response.status_code': 200,
      'http.route': '/users/:id',
      'url.path': '/users/7',
      'server.port': link.port,
      'network.protocol.version': '2',
    })
  })

  it('has the same in memory, below the span of the caller', async () => {
    const recorder = new Recorder()
    serveUsers()
    const caller = recorder.tracer.startSpan('caller')
    await context.with(trace.setSpan(ROOT_CONTEXT, caller), () =>
      (t.app as unknown as { inject(url: string): Promise<unknown> }).inject('/users/7'),
    )
    const { server } = await recorder.spans()
    expect(server.name).toBe('GET /users/:id')
    expect(server.parentSpanContext).toEqual(caller.spanContext())
  })

  it('continues the trace of traceparent', async () => {
    const recorder = new Recorder()
    serveUsers()
    await t.request('/users/7', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    const { server } = await recorder.spans()
    expect(server.spanContext().traceId).toBe(TRACE)
    expect(server.parentSpanContext).toMatchObject({ spanId: PARENT, isRemote: true })
  })

  it('is the active span in handlers, and remains it', async () => {
    const recorder = new Recorder({ layers: false })
    t.app.get('/', async (_req, res) => {
      await new Promise((resolve) => setImmediate(resolve))
      res.send(trace.getActiveSpan()?.spanContext().spanId)
    })
    const { text } = await t.request('/')
    expect((await recorder.spans()).server.spanContext().spanId).toBe(text)
  })

  it('has no route if none matched', async () => {
    const recorder = new Recorder()
    await t.request('/none')
    const { server } = await recorder.spans()
    expect([server.name, server.attributes['http.route']]).toEqual(['GET', undefined])
    expect(server.attributes['http.response.status_code']).toBe(404)
    expect(server.status.code).toBe(SpanStatusCode.UNSET)
  })

  it('reports an error that no handler handles', async () => {
    const recorder = new Recorder()
    t.app.set('env', 'test')
    t.app.get('/', () => {
      throw new RangeError('lost')
    })
    await t.request('/')
    const { server } = await recorder.spans()
    expect(server.status).toEqual({ code: SpanStatusCode.ERROR, message: 'lost' })
    expect(server.attributes['error.type']).toBe('RangeError')
    expect(exceptionsOf(server)).toEqual(['lost'])
  })
})

describeDialects('the server span', ['5.x'], (t) => {
  it('reports a response with status 5xx', async () => {
    const recorder = new Recorder()
    t.app.get('/busy', (_req, res) => void res.status(503).send('busy'))
    t.app.get('/fails', () => {
      throw new TypeError('handled')
    })
    t.app.use(((
      _error: unknown,
      _req: unknown,
      res: { sendStatus(code: number): void },
      _next: unknown,
    ) => res.sendStatus(502)) as never)
    await t.request('/busy')
    await t.request('/fails')
    const { servers } = await recorder.spans(2)
    expect(servers.map(({ status }) => status)).toEqual([
      { code: SpanStatusCode.ERROR },
      { code: SpanStatusCode.ERROR, message: 'handled' },
    ])
    expect(servers.map(({ attributes }) => attributes['error.type'])).toEqual(['503', 'TypeError'])
    expect(servers.map(exceptionsOf)).toEqual([[], []])
  })

  it('takes an error of the client for no failure', async () => {
    const recorder = new Recorder()
    t.app.set('env', 'test')
    t.app.get('/', (_req, _res, next) => next(Object.assign(new Error('gone'), { status: 410 })))
    expect((await t.request('/')).status).toBe(410)
    const { server } = await recorder.spans()
    expect([server.status.code, server.attributes['error.type'], exceptionsOf(server)]).toEqual([
      SpanStatusCode.UNSET,
      undefined,
      [],
    ])
  })

  it('names the patterns of mounts', async () => {
    const recorder = new Recorder()
    const orders = t.webapp.Router()
    orders.get('/:order', (_req, res) => void res.send('x'))
    t.app.use('/customers/:customer/orders', orders)
    await t.request('/customers/7/orders/12')
    expect((await recorder.spans()).server.name).toBe('GET /customers/:customer/orders/:order')
  })

  it('does not repeat a method that it does not know', async () => {
    const recorder = new Recorder()
    t.app.all('/', (_req, res) => void res.send('x'))
    await t.request('/', { method: 'PROPFIND' })
    const { server } = await recorder.spans()
    expect(server.name).toBe('HTTP /')
    expect(server.attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'PROPFIND',
    })
  })

  it('takes the client and the host from a trusted proxy alone', async () => {
    const headers = {
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'example.com',
    }
    const recorder = new Recorder()
    await t.request('/', { headers })
    t.app.set('trust proxy', 'loopback')
    await t.request('/', { headers })
    const { servers } = await recorder.spans(2)
    const shown = servers.map(({ attributes }) => [
      attributes['client.address'],
      attributes['network.peer.address'],
      attributes['url.scheme'],
      attributes['server.address'],
    ])
    expect(shown).toEqual([
      ['127.0.0.1', '127.0.0.1', 'http', '127.0.0.1'],
      ['203.0.113.7', '127.0.0.1', 'https', 'example.com'],
    ])
    expect(servers[1]?.attributes['server.port']).toBe(443)
  })

  it('takes them from the header Forwarded if the application reads it', async () => {
    const recorder = new Recorder()
    t.app.set('trust proxy', 'loopback')
    t.app.set('forwarded header', 'Forwarded')
    const headers = { Forwarded: 'for=203.0.113.7;proto=https;host="example.com:8443"' }
    await t.requestFrom(t.app, '/', { headers })
    const { server } = await recorder.spans()
    expect(server.attributes).toMatchObject({
      'client.address': '203.0.113.7',
      'url.scheme': 'https',
      'server.address': 'example.com',
      'server.port': 8443,
    })
  })

  it('has no status if the client left before the response', async () => {
    const recorder = new Recorder()
    t.app.get('/', (req) => void req.socket.destroy())
    await t.request('/').catch(() => {})
    const { server } = await recorder.spans()
    expect(server.attributes).not.toHaveProperty('http.response.status_code')
    expect(server.status.code).toBe(SpanStatusCode.UNSET)
  })

  it('is one of its own for each of several requests that arrive together', async () => {
    const recorder = new Recorder()
    t.app.get('/:id', async (req, res) => {
      await new Promise((resolve) => setImmediate(resolve))
      trace.getActiveSpan()?.setAttribute('seen', String(req.params.id))
      res.send('x')
    })
    const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
    await t.raw(ask('/1') + ask('/2') + ask('/3', 'Connection: close\r\n'))
    const { servers, all } = await recorder.spans(3)
    const handlers = all.filter(({ attributes }) => attributes.seen !== undefined)
    expect(servers.map(({ attributes }) => attributes['url.path'])).toEqual(['/1', '/2', '/3'])
    expect(handlers.map(({ attributes }) => attributes.seen)).toEqual(['1', '2', '3'])
    expect(handlers.map((span) => span.parentSpanContext?.spanId)).toEqual(
      servers.map((span) => span.spanContext().spanId),
    )
  })

  it('ends if the connection of a queued response closes', async () => {
    const recorder = new Recorder()
    t.app.get('/', () => {})
    const socket = connect(await t.port(), '127.0.0.1')
    socket.on('error', () => {})
    const begun = expect.poll(
      async () => (await recorder.points('http.server.active_requests'))[0]?.value,
    )
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2))
    await begun.toBe(2)
    socket.destroy()
    await recorder.spans(2)
  })

  it('does not take the span in which the server began to listen for a parent', async () => {
    const recorder = new Recorder()
    t.app.get('/', (_req, res) => void res.send('x'))
    const span = recorder.tracer.startSpan('start')
    await context.with(trace.setSpan(ROOT_CONTEXT, span), () => t.port())
    await t.request('/')
    expect((await recorder.spans()).server.parentSpanContext).toBeUndefined()
  })

  it('is not created for requests that the program ignores', async () => {
    const recorder = new Recorder({ ignore: ({ url }) => url === '/live' })
    t.app.get('/live', (_req, res) => {
      recorder.tracer.startSpan('work').end()
      res.send('x')
    })
    t.app.get('/', (_req, res) => void res.send('x'))
    await t.request('/live')
    await t.request('/')
    const { names } = await recorder.spans()
    expect(names).not.toContain('work')
    expect(names).not.toContain('GET /live')
    const points = await recorder.points('http.server.request.duration')
    expect(points.map(({ attributes }) => attributes['http.route'])).toEqual(['/'])
  })

  it('is created if `ignore` throws', async () => {
    const recorder = new Recorder({
      ignore() {
        throw new Error('wrong')
      },
    })
    await t.request('/')
    expect((await recorder.spans()).names).toContain('GET')
  })

  it('records nothing if it is not sampled, and still has a context', async () => {
    const recorder = new Recorder({ sampler: new AlwaysOffSampler() })
    t.app.get('/', (_req, res) => void res.send(trace.getActiveSpan()?.spanContext().traceId))
    const { text } = await t.request('/', {
      headers: { traceparent: `00-${TRACE}-${PARENT}-00` },
    })
    expect(text).toBe(TRACE)
    await expect
      .poll(async () => (await recorder.points('http.server.request.duration')).length)
      .toBe(1)
    expect((await recorder.spans(0)).all).toEqual([])
  })
})

describeDialects('with the span of another instrumentation', ['5.x', '4.x', '3.x'], (t) => {
  /** What @opentelemetry/instrumentation-http does; ecosystem/tracing runs the real one. */
  function traced(recorder: Recorder, metadata: { route?: string } = {}): RequestListener {
    return (req, res) => {
      const span = recorder.tracer.startSpan('GET', { kind: SpanKind.SERVER })
      res.on('close', () => span.end())
      const inside = trace.setSpan(ROOT_CONTEXT, span)
      const rpc = Object.assign(metadata, { type: RPCType.HTTP as const, span })
      context.with(setRPCMetadata(inside, rpc), () =>
        (t.app as unknown as RequestListener)(req, res),
      )
    }
  }

  it('adds the route, and creates no second span', async () => {
    const recorder = new Recorder()
    const metadata: { route?: string } = {}
    t.app.get('/users/:id', (req, res) => void res.send(req.params.id))
    await t.requestFrom(traced(recorder, metadata), '/users/7')
    const { server, servers } = await recorder.spans()
    expect(servers).toHaveLength(1)
    expect([server.name, server.attributes['http.route'], metadata.route]).toEqual([
      'GET /users/:id',
      '/users/:id',
      '/users/:id',
    ])
  })

  it('leaves the duration to that instrumentation', async () => {
    const recorder = new Recorder()
    await t.requestFrom(traced(recorder), '/')
    await recorder.spans()
    await expect
      .poll(async () => (await recorder.points('http.server.active_requests'))[0]?.value)
      .toBe(0)
    expect(await recorder.points('http.server.request.duration')).toEqual([])
  })

  it('creates spans for requests in memory', async () => {
    const recorder = new Recorder()
    t.app.get('/inner', (_req, res) => void res.send('x'))
    t.app.get('/outer', async (_req, res) => {
      await (t.app as unknown as { inject(url: string): Promise<unknown> }).inject('/inner')
      res.send('x')
    })
    await t.requestFrom(traced(recorder), '/outer')
    const recorded = await recorder.spans(2)
    const handler = recorded.named('request handler - /outer')
    expect(recorded.below(handler)).toEqual(['GET /inner'])
  })
})

describe('instrumentation()', () => {
  it('refuses wrong options', async () => {
    const { instrumentation } = await import('../../src/otel.ts')
    expect(() => instrumentation({ layer: false } as never)).toThrow('the option layer is unknown')
    expect(() => instrumentation({ ignore: '/live' as never })).toThrow(
      "instrumentation(): ignore must be a function, got '/live'",
    )
  })
})

describeDialects('disable()', ['5.x'], (t) => {
  it('records the requests in flight, and then nothing', async () => {
    const { channel } = await import('node:diagnostics_channel')
    const recorder = new Recorder()
    let finish = () => {}
    const isReached = new Promise<void>((resolve) => {
      t.app.get('/', (_req, res) => {
        finish = () => void res.send('x')
        resolve()
      })
    })
    const answer = t.request('/')
    await isReached
    recorder.instrumentation.disable()
    finish()
    await answer
    await recorder.spans()
    const start = channel('tracing:webapp.request:start')
    expect(start.hasSubscribers).toBe(false)
    recorder.instrumentation.enable()
    expect(start.hasSubscribers).toBe(true)
  })
})
