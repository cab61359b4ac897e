import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { health, shed } from '../../src/ops.ts'
import { upgrade } from '../../src/ws.ts'
import { createGate } from '../fixtures/gate.ts'
import { closeSocketsAfterEach, openSocket } from '../live/client.ts'
import { burn, keepLoopBusy } from '../support/busy.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

describeDialects('shed()', ['5.x', '4.x', '3.x'], (t) => {
  closeSocketsAfterEach()

  /** An application in which one request waits for the gate. */
  function occupy(options: Parameters<typeof shed>[0] = {}) {
    const [gate, begun] = [createGate(), createGate()]
    // On a busy machine, the event loop may be late without any request.
    const overload = shed({ maxInFlight: 1, maxDelay: 60_000, ...options })
    t.app.use(overload as never)
    t.app.get('/slow', (_req, res) => {
      begun.open()
      void gate.opened.then(() => res.end('slow'))
    })
    t.app.all('/', (_req, res) => res.send('fast'))
    return { gate, begun, overload }
  }

  it('refuses requests above maxInFlight with Retry-After, and takes them again later', async () => {
    const { gate, begun, overload } = occupy({ retryAfter: 7 })
    expect((await t.request('/')).text).toBe('fast')
    const slow = t.request('/slow')
    await begun.opened
    expect(overload.inFlight).toBe(1)
    const refused = await t.request('/')
    expect(refused).toMatchObject({ status: 503, text: 'Service Unavailable' })
    expect(refused.headers).toMatchObject({
      'retry-after': '7',
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(overload.refused).toBe(1)
    gate.open()
    expect((await slow).text).toBe('slow')
    while (overload.inFlight > 0) await sleep(1)
    expect((await t.request('/')).text).toBe('fast')
    expect(overload.isShedding).toBe(false)
  })

  it('lets requests with priority through', async () => {
    const { gate, begun } = occupy({ priority: (req) => req.headers['x-vip'] === '1' })
    const slow = t.request('/slow')
    await begun.opened
    expect((await t.request('/')).status).toBe(503)
    expect((await t.request('/', { headers: { 'X-Vip': '1' } })).text).toBe('fast')
    gate.open()
    await slow
  })

  it('forgets requests whose clients left, and whose handlers threw', async () => {
    const { begun, overload } = occupy()
    t.app.get('/throws', () => {
      throw new Error('thrown')
    })
    t.app.use(((_error: unknown, _req: never, res: never, _next: never) => {
      Object(res).status(500).send('told')
    }) as never)
    const outgoing = request({ host: '127.0.0.1', port: await t.port(), path: '/slow' })
    outgoing.on('error', () => {})
    outgoing.end()
    await begun.opened
    outgoing.destroy()
    while (overload.inFlight > 0) await sleep(1)
    expect((await t.request('/throws')).text).toBe('told')
    expect(overload.inFlight).toBe(0)
  })

  it('forgets requests that were over before they came to it', async () => {
    const [closed, entered] = [createGate(), createGate()]
    const overload = shed()
    t.app.use(((_req: never, res: never, next: () => void) => {
      Object(res).on('close', () => {
        setImmediate(() => {
          next()
          entered.open()
        })
      })
      closed.open()
    }) as never)
    t.app.use(overload as never)
    t.app.get('/', () => {})
    const outgoing = request({ host: '127.0.0.1', port: await t.port() })
    outgoing.on('error', () => {})
    outgoing.end()
    await closed.opened
    outgoing.destroy()
    await entered.opened
    expect(overload.inFlight).toBe(0)
  })

  it('forgets requests of HTTP/2 that were reset', async () => {
    const overload = shed()
    let seen = 0
    t.app.use(overload as never)
    t.app.get('/', () => void seen++)
    const link = await startHttp2(t.app as never)
    const streams = Array.from({ length: 50 }, () => link.open('/').on('error', () => {}))
    while (seen < 50) await sleep(1)
    expect(overload.inFlight).toBe(50)
    for (const stream of streams) stream.close(8)
    while (overload.inFlight > 0) await sleep(1)
    const late = Array.from({ length: 50 }, () => link.open('/').on('error', () => {}))
    for (const stream of late) stream.close(8)
    await Promise.all(late.map((stream) => once(stream, 'close')))
    expect((await link.ask('/unknown')).status).toBe(404)
    while (overload.inFlight > 0) await sleep(1)
  })

  it('forgets pipelined requests whose connection was closed', async () => {
    const overload = shed()
    const begun = createGate()
    let seen = 0
    t.app.use(overload as never)
    t.app.get('/', () => {
      if (++seen === 5) begun.open()
    })
    const socket = connect(await t.port(), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5))
    await begun.opened
    expect(overload.inFlight).toBe(5)
    socket.destroy()
    while (overload.inFlight > 0) await sleep(1)
  })

  it('counts no WebSocket', async () => {
    const overload = shed()
    t.app.use(overload as never)
    t.app.get(
      '/',
      upgrade((socket) => {
        socket.on('message', (data) => socket.send(String(data)))
      }) as never,
    )
    const { socket, next } = await openSocket(`ws://127.0.0.1:${await t.port()}/`)
    socket.send('hello')
    expect(await next()).toBe('hello')
    expect(overload.inFlight).toBe(0)
  })

  it('does not ask for the body of a request that it refuses', async () => {
    const { gate, begun } = occupy()
    const slow = t.request('/slow')
    await begun.opened
    const text = await t.raw(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n',
    )
    expect(text).toMatch(/^HTTP\/1\.1 503 /)
    gate.open()
    await slow
  })

  it('lets a client read the refusal that sends all of a long body first', async () => {
    const { gate, begun } = occupy()
    const slow = t.request('/slow')
    await begun.opened
    for (let turn = 0; turn < 5; turn++) {
      const answer = await t.request('/', { method: 'POST', body: Buffer.alloc(4_000_000) })
      expect(answer.status).toBe(503)
    }
    gate.open()
    await slow
  })

  it('gives the error of priority to the error handlers', async () => {
    const { gate, begun, overload } = occupy({
      priority: () => {
        throw new Error('of priority')
      },
    })
    t.app.use(((error: Error, _req: never, res: never, _next: never) => {
      Object(res).end(error.message)
    }) as never)
    const slow = t.request('/slow')
    await begun.opened
    expect((await t.request('/')).text).toBe('of priority')
    gate.open()
    await slow
    while (overload.inFlight > 0) await sleep(1)
  })

  it('does not wait for the body of a request that it refuses', async () => {
    const { gate, begun } = occupy()
    const slow = t.request('/slow')
    await begun.opened
    const port = await t.port()
    for (const headers of [{ 'Content-Length': 1e9 }, { 'Transfer-Encoding': 'chunked' }]) {
      const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false })
      outgoing.on('error', () => {})
      onTestFinished(() => void outgoing.destroy())
      outgoing.write('the beginning')
      const [incoming] = await once(outgoing, 'response')
      expect([incoming.statusCode, incoming.headers.connection]).toEqual([503, 'close'])
    }
    expect((await t.request('/', { method: 'HEAD' })).text).toBe('')
    gate.open()
    await slow
  })

  it('refuses requests while the processor cannot follow, and no longer afterwards', async () => {
    // So long that other programs of a busy machine do not delay the event loop as much.
    const overload = shed({ maxDelay: 600 })
    t.app.use('/health', health() as never)
    t.app.use(overload as never)
    t.app.get('/', (_req, res) => {
      burn(310)
      res.send('done')
    })
    // Every measurement is too high.
    const stop = keepLoopBusy(750)
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const bytes = get.repeat(4) + get.replace('Host', 'Connection: close\r\nHost')
    let [accepted, refused] = [0, 0]
    while (refused < 5) {
      const text = await t.raw(bytes)
      accepted += text.split('HTTP/1.1 200').length - 1
      refused += text.split('HTTP/1.1 503').length - 1
    }
    stop()
    expect(accepted).toBeGreaterThan(0)
    expect(overload.isShedding).toBe(true)
    expect(overload.refused).toBe(refused)
    expect((await t.request('/health/ready')).status).toBe(503)
    // A busy machine delays the event loop again at any time, so one response of each path has to do.
    while ((await t.request('/')).text !== 'done') await sleep(10)
    while ((await t.request('/health/ready')).status !== 200) await sleep(10)
  })

  it('refuses no request for one slow handler', async () => {
    const overload = shed({ maxDelay: 200 })
    t.app.use(overload as never)
    t.app.get('/', (_req, res) => {
      burn(500)
      res.send('done')
    })
    const answers = await Promise.all([t.request('/'), t.request('/')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(overload.refused).toBe(0)
  })

  it('works over HTTP/2', async () => {
    const { gate, begun } = occupy()
    const link = await startHttp2(t.app as never)
    const slow = link.ask('/slow')
    await begun.opened
    const { status, headers } = await link.ask('/', { method: 'POST', body: 'x'.repeat(100_000) })
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    gate.open()
    await slow
  })
})

it('refuses wrong options', () => {
  expect(() => shed({ maxDelay: 0 })).toThrow('maxDelay must be a number above 0, got 0')
  expect(() => shed({ maxInFlight: '1' as never })).toThrow(
    "maxInFlight must be a number above 0, got '1'",
  )
  expect(() => shed({ retryAfter: 1.5 })).toThrow('retryAfter must be whole seconds, got 1.5')
  expect(() => shed({ priority: true as never })).toThrow('priority must be a function, got true')
  expect(() => shed({ maxdelay: 1 } as never)).toThrow('the option maxdelay is unknown')
})
