import { tracingChannel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { events } from '../../src/sse.ts'
import type { UpgradedSocket } from '../../src/ws.ts'
import { upgrade } from '../../src/ws.ts'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects } from '../support/dialects.ts'
import { exchangeRaw } from '../support/exchange.ts'
import { hasClosed } from '../support/has-closed.ts'
import { closeSocketsAfterEach, handshake, openSocket, refusal } from './client.ts'

const silent = () => {}

describeDialects('the options of upgrade()', ['5.x', '4.x'], (t) => {
  closeSocketsAfterEach()
  const url = async (path = '/') => `ws://127.0.0.1:${await t.port()}${path}`

  it('answers HTTP/1.0, and a request without Connection: Upgrade, with 426', async () => {
    t.app.get('/', upgrade(silent))
    const port = await t.port()
    const old = handshake('/').replace('HTTP/1.1', 'HTTP/1.0')
    for (const bytes of [old, handshake('/', { Connection: 'close' })]) {
      const answer = await exchangeRaw(port, bytes)
      expect(answer).toMatch(/^HTTP\/1\.1 426 /)
      expect(answer).toContain('Upgrade: websocket')
    }
  })

  it('refuses bad keys, versions and bodies with a response', async () => {
    t.app.get('/', upgrade(silent))
    const port = await t.port()
    const status = async (headers: Record<string, string | undefined>) =>
      /^HTTP\/1\.1 (\d+)/.exec(await exchangeRaw(port, handshake('/', headers)))?.[1]
    expect(await status({ 'Sec-WebSocket-Key': undefined })).toBe('400')
    expect(await status({ 'Sec-WebSocket-Key': 'short' })).toBe('400')
    expect(await status({ 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==x' })).toBe('400')
    expect(await status({ 'Sec-WebSocket-Version': undefined })).toBe('426')
    expect(await status({ 'Sec-WebSocket-Version': '12' })).toBe('426')
    expect(await status({ 'Content-Length': '5' })).toBe('400')
    expect(await status({ 'Transfer-Encoding': 'chunked' })).toBe('400')
    expect(await status({ 'Sec-WebSocket-Protocol': 'a, b, a' })).toBe('400')
    expect(await status({ 'Sec-WebSocket-Protocol': 'a;b' })).toBe('400')
    const version = await exchangeRaw(port, handshake('/', { 'Sec-WebSocket-Version': '7' }))
    expect(version).toContain('Sec-WebSocket-Version: 13')
  })

  it('allows pages of the same origin only, and clients that are no browsers', async () => {
    t.app.get('/', upgrade(silent))
    const port = await t.port()
    const from = (origin: string, host?: string) =>
      refusal(`ws://127.0.0.1:${port}/`, { origin, ...(host ? { headers: { host } } : {}) })
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await from('null')).status).toBe(403)
    expect((await from(`http://127.0.0.1:${port + 1}`)).status).toBe(403)
    expect((await from('http://good.example@evil.example', 'good.example')).status).toBe(403)
    await openSocket(await url(), { origin: `http://127.0.0.1:${port}` })
    await openSocket(await url(), { origin: 'https://a.example', headers: { host: 'a.example' } })
    await openSocket(await url())
  })

  it('uses the forwarded host of a trusted proxy alone', async () => {
    t.app.get('/', upgrade(silent))
    const options = {
      origin: 'https://shop.example',
      headers: { host: 'inside', 'x-forwarded-host': 'shop.example' },
    }
    expect((await refusal(await url(), options)).status).toBe(403)
    t.app.set('trust proxy', true)
    await openSocket(await url(), options)
  })

  it('takes a list of origins, any, or a function', async () => {
    t.app.get('/list', upgrade(silent, { origin: ['https://a.example', /\.b\.example$/] }))
    t.app.get('/any', upgrade(silent, { origin: 'any' }))
    t.app.get('/ask', upgrade(silent, { origin: async (origin, req) => origin === req.query.o }))
    const origin = (name: string) => ({ origin: `https://${name}.example` })
    await openSocket(await url('/list'), origin('a'))
    await openSocket(await url('/list'), origin('x.b'))
    expect((await refusal(await url('/list'), origin('c'))).status).toBe(403)
    await openSocket(await url('/any'), origin('c'))
    await openSocket(await url('/ask?o=https://c.example'), origin('c'))
    expect((await refusal(await url('/ask?o=1'))).status).toBe(403)
  })

  it('gives an error for a function that fails without one', async () => {
    t.app.set('env', 'test')
    t.app.get('/', upgrade(silent, { origin: () => Promise.reject() }))
    t.app.get('/', (_req, res) => res.send('another route'))
    const { status } = await refusal(await url('/'), { origin: 'https://c.example' })
    expect(status).toBe(500)
  })

  it('chooses a subprotocol', async () => {
    t.app.get('/list', upgrade(silent, { protocols: ['v2', 'v1'] }))
    t.app.get('/ask', upgrade(silent, { protocols: (offered) => offered.has('b') && 'b' }))
    t.app.get('/none', upgrade(silent))
    const open = async (path: string, protocols?: string[]) =>
      (await openSocket(await url(path), protocols === undefined ? {} : { protocols })).socket
        .protocol
    expect(await open('/list', ['v1', 'v2'])).toBe('v2')
    expect(await open('/list')).toBe('')
    expect((await refusal(await url('/list'), { protocols: ['v3'] })).status).toBe(400)
    expect(await open('/ask', ['a', 'b'])).toBe('b')
    expect((await refusal(await url('/ask'), { protocols: ['a'] })).status).toBe(400)
    expect(await open('/none', ['x', 'y'])).toBe('x')
  })

  it('closes with 1009 for a message over maxPayload, which is 1 MiB by default', async () => {
    t.app.get('/', upgrade(silent))
    t.app.get('/small', upgrade(silent, { maxPayload: 10 }))
    const large = await openSocket(await url())
    large.socket.send(Buffer.alloc(1024 * 1024 + 1))
    expect((await large.closed).code).toBe(1009)
    const small = await openSocket(await url('/small'))
    small.socket.send('12345678901')
    expect((await small.closed).code).toBe(1009)
  })

  it('closes with 1002 for bytes that are no frames', async () => {
    t.app.get('/', upgrade(silent))
    const bytes = await exchangeRaw(await t.port(), `${handshake('/')}garbage`)
    expect(bytes).toContain('101 Switching Protocols')
    expect(bytes.slice(-2)).toBe('\x03\xea')
  })

  it('compresses only if it is told to', async () => {
    t.app.get('/off', upgrade(silent))
    t.app.get(
      '/on',
      upgrade((socket) => socket.send('x'.repeat(5000)), { perMessageDeflate: true }),
    )
    expect((await openSocket(await url('/off'))).socket.extensions).toBe('')
    const on = await openSocket(await url('/on'))
    expect(on.socket.extensions).toBe('permessage-deflate')
    expect(await on.next()).toHaveLength(5000)
    const bad = { 'Sec-WebSocket-Extensions': 'permessage-deflate; server_max_window_bits=99' }
    expect(await exchangeRaw(await t.port(), handshake('/on', bad))).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('limits the connections of a route, and of a client', async () => {
    t.app.get('/two', upgrade(silent, { maxConnections: 2 }))
    t.app.get('/one', upgrade(silent, { maxConnectionsPerClient: 1 }))
    const first = await openSocket(await url('/two'))
    await openSocket(await url('/two'))
    expect((await refusal(await url('/two'))).status).toBe(503)
    first.socket.close()
    await first.closed
    await expect
      .poll(async () =>
        openSocket(await url('/two')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await openSocket(await url('/one'))
    expect((await refusal(await url('/one'))).status).toBe(429)
  })

  it('frees the place of a handshake that is refused', async () => {
    t.app.get('/', upgrade(silent, { maxConnections: 1 }))
    for (let at = 0; at < 3; at++) {
      expect((await refusal(await url(), { origin: 'https://evil.example' })).status).toBe(403)
    }
    await openSocket(await url())
  })

  it('drops a client that does not answer pings, and keeps one that does', async () => {
    t.app.get('/', upgrade(silent, { heartbeat: 50 }))
    const alive = await openSocket(await url())
    const dead = connectSocket(await t.port(), '127.0.0.1')
    dead.write(handshake('/'))
    dead.resume()
    await once(dead, 'close')
    expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('stops reading a slow client, and drops it at the limit', async () => {
    const opened = createGate()
    let server: UpgradedSocket | undefined
    let received = 0
    t.app.get(
      '/',
      upgrade(
        (socket) => {
          server = socket
          socket.on('message', () => received++)
          opened.open()
        },
        { maxBuffered: 16 * 1024 * 1024 },
      ),
    )
    const { socket, closed } = await openSocket(await url())
    await opened.opened
    socket.pause() // The client reads no more.
    const block = Buffer.alloc(512 * 1024)
    let sent = 0
    while (!server?.isPaused && sent < 200) {
      server?.send(block)
      sent++
    }
    expect(server?.isPaused).toBe(true)
    const drained = server?.drained()
    socket.resume()
    await drained
    expect(server?.isPaused).toBe(false)
    socket.send('read again')
    await expect.poll(() => received).toBe(1)
    socket.pause()
    for (let at = 0; at < 200 && server?.readyState === 1; at++) server.send(block)
    expect(server?.readyState).not.toBe(1)
    expect(server?.bufferedAmount ?? 0).toBeLessThan(32 * 1024 * 1024)
    socket.resume()
    expect((await closed).code).toBe(1006)
  })

  it('counts pongs, which a client can demand, and pings', async () => {
    const opened = createGate()
    let server: UpgradedSocket | undefined
    t.app.get(
      '/',
      upgrade(
        (socket) => {
          server = socket
          opened.open()
        },
        { maxBuffered: 64 * 1024 },
      ),
    )
    const { socket, closed } = await openSocket(await url())
    await opened.opened
    socket.pause()
    const data = Buffer.alloc(125)
    for (let at = 0; at < 500_000 && server?.readyState === 1; at++) server.pong(data)
    expect(server?.readyState).not.toBe(1)
    socket.resume()
    expect((await closed).code).toBe(1006)
  })

  it('closes with 1001 on app.close(), which waits, and refuses further handshakes', async () => {
    t.app.get('/', upgrade(silent))
    const clients = await Promise.all(
      Array.from({ length: 5 }, async () => openSocket(await url())),
    )
    const closing = t.app.close({ timeout: 20_000 })
    for (const { closed } of clients) expect((await closed).code).toBe(1001)
    expect(await closing).toEqual({ forced: 0 })
  })

  it('destroys sockets that do not answer at the timeout of app.close()', async () => {
    t.app.get('/', upgrade(silent))
    const client = connectSocket(await t.port(), '127.0.0.1')
    client.write(handshake('/'))
    await once(client, 'data')
    client.on('error', () => {})
    const end = hasClosed(client)
    expect(await t.app.close({ timeout: 100 })).toEqual({ forced: 1 })
    await end
  })

  it('closes the sockets of mounted applications with the outer one', async () => {
    const inner = t.webapp() as typeof t.app
    inner.get('/', upgrade(silent))
    t.app.use('/inner', inner)
    const { closed } = await openSocket(await url('/inner'))
    const closing = t.app.close()
    expect((await closed).code).toBe(1001)
    await closing
  })

  it('closes the sockets and streams of an application that is mounted twice', async () => {
    const inner = t.webapp() as typeof t.app
    inner.get('/', upgrade(silent))
    inner.get('/events', (req, res) => void events(req, res).send('begun'))
    t.app.use('/inner', inner)
    ;(t.webapp() as typeof t.app).use('/inner', inner)
    const { closed } = await openSocket(await url('/inner'))
    const outgoing = get({ host: '127.0.0.1', port: await t.port(), path: '/inner/events' })
    const [incoming] = await once(outgoing, 'response')
    await once(incoming, 'data')
    const ended = once(incoming, 'end')
    const closing = t.app.close({ timeout: 20_000 })
    expect((await closed).code).toBe(1001)
    await ended
    expect(await closing).toEqual({ forced: 0 })
  })

  it('publishes the request until the handshake is complete', async () => {
    const done = createGate()
    const seen: unknown[] = []
    const channel = tracingChannel('webapp.request')
    const subscriber = {
      start() {},
      end() {},
      asyncStart() {},
      error() {},
      asyncEnd(event: unknown) {
        const { route, res } = event as { route: string; res: { statusCode: number } }
        seen.push([route, res.statusCode])
        done.open()
      },
    }
    channel.subscribe(subscriber)
    onTestFinished(() => void channel.unsubscribe(subscriber))
    t.app.get('/traced/:id', upgrade(silent))
    await openSocket(await url('/traced/1'))
    await done.opened
    expect(seen).toEqual([['/traced/:id', 101]])
  })

  it('keeps nothing of sockets that are gone', async () => {
    let open = 0
    t.app.get(
      '/',
      upgrade((socket) => {
        open++
        socket.on('close', () => open--)
      }),
    )
    const port = await t.port()
    for (let round = 0; round < 4; round++) {
      const clients = await Promise.all(
        Array.from({ length: 50 }, async () => openSocket(await url())),
      )
      expect(open).toBe(50)
      for (const { socket } of clients) socket.terminate()
      await expect.poll(() => open).toBe(0)
    }
    const count = await new Promise((resolve) =>
      t.server().getConnections((_error, connections) => resolve(connections)),
    )
    expect([port > 0, count]).toEqual([true, 0])
    expect(
      (t.app as unknown as { listenerCount(name: string): number }).listenerCount('closing'),
    ).toBe(1)
  })
})

describe('upgrade() with wrong arguments', () => {
  it('names the value', () => {
    expect(() => upgrade(undefined as never)).toThrow(/needs a function \(socket, req\)/)
    expect(() => upgrade(silent, { maxPayload: -1 })).toThrow(
      /maxPayload must be a positive number/,
    )
    expect(() => upgrade(silent, { heartbeat: '1' as never })).toThrow(/heartbeat/)
    expect(() => upgrade(silent, { origin: 'all' as never })).toThrow(/'same', 'any', a list/)
    expect(() => upgrade(silent, { protocols: 'v1' as never })).toThrow(/protocols must be a list/)
    expect(() => upgrade(silent, null as never)).toThrow(
      'upgrade() takes an object of options, got null',
    )
    expect(() => upgrade(silent, { maxPayLoad: 1 } as never)).toThrow(
      /^upgrade\(\): the option maxPayLoad is unknown; known are protocols, /,
    )
    expect(() => upgrade(silent, { perMessageDeflate: 'yes' as never })).toThrow(/'yes'/)
  })
})

/** From Node 24 on, a server that closes tells its sessions at once to send no further request. */
const outcomeWhileClosing =
  Number.parseInt(process.versions.node, 10) < 24
    ? 503
    : 'Stream closed with error code NGHTTP2_REFUSED_STREAM'

describeDialects('upgrade() over HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  async function start() {
    const server = createHttp2Server(t.app as never)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    session.on('error', () => {})
    onTestFinished(() => {
      session.destroy()
      server.close()
    })
    return (path: string, headers: object = {}) =>
      session.request(
        {
          ':method': 'CONNECT',
          ':protocol': 'websocket',
          ':path': path,
          'sec-websocket-version': '13',
          ...headers,
        },
        { endStream: false },
      )
  }

  it('opens a socket on a stream', async () => {
    t.app.get(
      '/rooms/:room',
      upgrade((socket, req) => {
        socket.on('message', (data) => socket.send(`${req.params.room}: ${data}`))
      }),
    )
    const open = await start()
    const stream = open('/rooms/blue', { 'sec-websocket-protocol': 'chat' })
    const [headers] = await once(stream, 'response')
    expect(headers).toMatchObject({ ':status': 200, 'sec-websocket-protocol': 'chat' })
    expect(headers['sec-websocket-accept']).toBeUndefined()
    stream.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]))
    const [frame] = (await once(stream, 'data')) as [Buffer]
    expect(frame.subarray(2).toString()).toBe('blue: hi')
    // As in a browser, which ends its side of the stream after its close frame (RFC 8441, section 5).
    stream.end(Buffer.from([0x88, 0x80, 0, 0, 0, 0]))
    await once(stream, 'close')
  })

  it('answers as HTTP where it refuses', async () => {
    t.app.get('/', upgrade(silent))
    t.app.use('/guarded', (_req, res) => void res.status(401).send('no'))
    t.app.use('/empty', (_req, res) => void res.status(403).end())
    const open = await start()
    for (const [path, status] of [
      ['/guarded', 401],
      ['/empty', 403],
      ['/missing', 404],
    ] as const) {
      const stream = open(path)
      stream.resume()
      let responded: unknown
      stream.on('response', (headers) => {
        responded = headers[':status']
      })
      await once(stream, 'close')
      expect(responded, path).toBe(status)
    }
    const other = open('/', { ':protocol': 'other' })
    other.resume()
    expect((await once(other, 'response'))[0][':status']).toBe(405)
  })

  it('refuses a handshake while the application closes', async () => {
    const begun = createGate()
    const finish = createGate()
    t.app.get('/', upgrade(silent))
    t.app.use('/guarded', (_req, res) => {
      begun.open()
      finish.opened.then(() => res.status(401).end())
    })
    const open = await start()
    open('/guarded').on('error', silent).resume()
    await begun.opened
    const closing = t.app.close({ timeout: 60_000 })
    const late = open('/').resume()
    let outcome: unknown
    late.on('response', (headers) => {
      outcome = headers[':status']
    })
    late.on('error', (error) => {
      outcome = error.message
    })
    await new Promise((resolve) => late.once('close', resolve))
    expect(outcome).toBe(outcomeWhileClosing)
    finish.open()
    expect(await closing).toEqual({ forced: 0 })
  })
})
