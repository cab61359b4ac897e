import { once } from 'node:events'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { connect as connectSocket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { expect, it, onTestFinished, vi } from 'vitest'
import { upgrade } from '../../src/ws.ts'
import { createGate } from '../fixtures/gate.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects } from '../support/dialects.ts'
import { exchangeRaw } from '../support/exchange.ts'
import { hasClosed } from '../support/has-closed.ts'
import { startHttp2 } from '../support/http2.ts'
import { closeSocketsAfterEach, handshake, openSocket, refusal } from './client.ts'

// It brings no types.
const compression = createRequire(import.meta.url)('compression') as (options: object) => never

const silent = () => {}
const CLOSE = '\x88\x80\0\0\0\0'

const echo = upgrade((socket) => {
  socket.on('message', (data, binary) => socket.send(data as Buffer, { binary }))
})

describeDialects('upgrade() among other requests', ['5.x', '4.x', '3.x'], (t) => {
  closeSocketsAfterEach()
  const url = async (path = '/') => `ws://127.0.0.1:${await t.port()}${path}`

  it('takes over a connection that has served other requests, one after the other', async () => {
    t.app.get('/page', (_req, res) => void res.send('page'))
    t.app.post('/page', t.webapp.json(), (req, res) => void res.send(`got ${req.body.a}`))
    t.app.get('/', echo)
    const client = new KeptConnection(await t.port())
    const page = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n'
    for (let at = 0; at < 5; at++) expect(await client.ask(page, 'page')).toContain('200 OK')
    const json =
      'POST /page HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}'
    expect(await client.ask(json, 'got 1')).toContain('200 OK')
    expect(await client.ask(handshake('/'), '\r\n\r\n')).toContain('101 Switching Protocols')
    client.socket.write(Buffer.from('8182000000006869', 'hex'))
    expect(await client.ask('', 'hi')).toBe('\x81\x02hi')
    client.socket.write(Buffer.from(CLOSE, 'latin1'))
    await client.closed
  })

  it('keeps frames that arrive before the handshake is answered', async () => {
    const gate = createGate()
    const reached = createGate()
    t.app.use((_req, _res, next) => {
      reached.open()
      gate.opened.then(() => next())
    })
    t.app.get('/', echo)
    const client = new KeptConnection(await t.port())
    client.socket.write(handshake('/'))
    await reached.opened
    client.socket.write(Buffer.from('8182000000006869', 'hex'))
    gate.open()
    const bytes = await client.ask('', 'hi')
    expect(bytes.startsWith('HTTP/1.1 101')).toBe(true)
    client.socket.destroy()
  })

  it('cuts off a client that floods the connection before the answer', async () => {
    const reached = createGate()
    const left = createGate()
    t.app.use((req) => {
      req.signal.addEventListener('abort', () => left.open())
      reached.open()
    })
    t.app.get('/', echo)
    const client = connectSocket(await t.port(), '127.0.0.1')
    const closed = new Promise((resolve) => client.on('close', resolve))
    client.on('error', silent) // A reset is what the client may see.
    client.write(handshake('/'))
    await reached.opened
    client.write(Buffer.alloc(1024 * 1024))
    await Promise.all([closed, left.opened])
  })

  it('sees that the client leaves while an upgrade waits behind a response', async () => {
    t.app.get('/', echo)
    const left: string[] = []
    let reached = createGate()
    t.app.get('/poll', (req) => {
      req.signal.addEventListener('abort', () => left.push('aborted'))
      reached.open()
    })
    const port = await t.port()
    const poll = 'GET /poll HTTP/1.1\r\nHost: a\r\n\r\n'
    const ordinary = handshake('/', { Upgrade: 'h2c' })
    for (const [at, waiting] of [handshake('/'), ordinary].entries()) {
      for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
        left.length = 0
        reached = createGate()
        const client = connectSocket(port, '127.0.0.1')
        client.on('error', silent)
        client.write(`${poll}${waiting}`)
        await reached.opened
        client[leave]()
        await expect.poll(() => left, { message: `${leave} ${at}` }).toEqual(['aborted'])
      }
    }
    await expect.poll(() => openConnections(t.server())).toBe(0)
  })

  it('sees that the client leaves while middleware delays the end of the handshake', async () => {
    const sockets: unknown[] = []
    const delayed = createGate()
    t.app.use((_req, res, next) => {
      res.end = (() => {
        delayed.open()
        return res
      }) as typeof res.end
      next()
    })
    t.app.get(
      '/',
      upgrade((socket) => void sockets.push(socket)),
    )
    const client = connectSocket(await t.port(), '127.0.0.1')
    client.write(handshake('/'))
    await delayed.opened
    client.end()
    await expect.poll(() => openConnections(t.server())).toBe(0)
    expect(sockets).toEqual([])
  })

  it('frees the place of a client that leaves before its origin is decided', async () => {
    const asked = createGate()
    const decisions = [new Promise<boolean>(() => {}), Promise.resolve(true)]
    const origin = () => {
      asked.open()
      return decisions.shift() as Promise<boolean>
    }
    t.app.get('/', upgrade(silent, { origin, maxConnections: 1 }))
    const client = connectSocket(await t.port(), '127.0.0.1')
    client.write(handshake('/'))
    await asked.opened
    client.destroy()
    await expect.poll(() => openConnections(t.server())).toBe(0)
    const { socket, closed } = await openSocket(await url())
    socket.close()
    await closed
  })

  it('opens the socket if a listener of the response throws', async () => {
    const failure = new Error('thrown by a listener')
    const uncaught = createGate()
    const before = process.rawListeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    const onUncaught = (error: Error) => {
      if (error === failure) uncaught.open()
    }
    process.on('uncaughtException', onUncaught)
    onTestFinished(() => {
      process.off('uncaughtException', onUncaught)
      for (const each of before) process.on('uncaughtException', each as () => void)
    })
    t.app.use((_req, res, next) => {
      res.on('finish', () => {
        throw failure
      })
      next()
    })
    t.app.get('/', echo)
    const { socket, next, closed } = await openSocket(await url())
    await uncaught.opened
    socket.send('hi')
    expect(await next()).toBe('hi')
    socket.close()
    await closed
    await expect.poll(() => openConnections(t.server())).toBe(0)
  })

  it('works behind compression, whose headers stay off the handshake', async () => {
    t.app.use(compression({ threshold: 0 }))
    t.app.get('/', echo)
    const { socket, next, response } = await openSocket(await url(), {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(response.headers['content-encoding']).toBeUndefined()
    socket.send('plain')
    expect(await next()).toBe('plain')
  })

  it('sends no headers of a body that middleware set before the handshake', async () => {
    t.app.use((_req, res, next) => {
      res.setHeader('Content-Length', '5')
      res.setHeader('Transfer-Encoding', 'chunked')
      res.setHeader('Trailer', 'X-Checksum')
      res.setHeader('X-Own', 'kept')
      next()
    })
    t.app.get('/', echo)
    const { socket, next, response } = await openSocket(await url())
    expect(response.headers).toMatchObject({ 'x-own': 'kept' })
    for (const name of ['content-length', 'transfer-encoding', 'trailer']) {
      expect(response.headers).not.toHaveProperty(name)
    }
    socket.send('hi')
    expect(await next()).toBe('hi')
  })

  it('sends no headers of the handshake with the error page of one that failed', async () => {
    t.app.set('env', 'test')
    t.app.use((_req, res, next) => {
      const writeHead = res.writeHead as (...args: unknown[]) => unknown
      res.writeHead = ((...args: unknown[]) => {
        if (args[0] === 101)
          res.setHeader('Trailer', 'X-Checksum') // Node then throws.
        else res.removeHeader('Trailer')
        return writeHead.apply(res, args)
      }) as never
      next()
    })
    t.app.get('/', echo)
    const answer = await exchangeRaw(await t.port(), Buffer.from(handshake('/'), 'latin1'))
    expect(answer).toMatch(/^HTTP\/1\.1 500 /)
    expect(answer).not.toMatch(/^(?:upgrade|connection: upgrade|sec-websocket-accept)/im)
  })

  it('reports a guard that begins a response and hands the handshake on', async () => {
    const errors: string[] = []
    t.app.get('/flushed', (_req, res, next) => {
      res.flushHeaders()
      next()
    })
    t.app.get('/written', (_req, res, next) => {
      res.write('begun')
      next()
    })
    t.app.get(/./, echo)
    t.app.use(((error: Error, _req: never, _res: never, next: (error: unknown) => void) => {
      errors.push(error.message)
      next(error)
    }) as never)
    const port = await t.port()
    for (const path of ['/flushed', '/written']) {
      for (const head of [handshake(path), `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`]) {
        await exchangeRaw(port, Buffer.from(head, 'latin1'))
        expect(errors.splice(0)).toEqual([
          'upgrade() sends the response, but its headers were already sent',
        ])
      }
    }
  })

  it('works while a test has replaced the timers', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    t.app.get('/', echo)
    const { socket, next } = await openSocket(await url())
    socket.send('in time')
    expect(await next()).toBe('in time')
  })

  it('closes with 1001 if the application begins to close during the handshake', async () => {
    const asked = createGate()
    const answer = createGate()
    let isOpened = false
    t.app.get(
      '/',
      upgrade(
        () => {
          isOpened = true
        },
        {
          async origin() {
            asked.open()
            await answer.opened
            return true
          },
        },
      ),
    )
    const refused = refusal(await url())
    await asked.opened
    const closing = t.app.close({ timeout: 20_000 })
    answer.open()
    expect((await refused).status).toBe(503)
    await closing
    expect(isOpened).toBe(false)
  })

  it('opens nothing if a timeout has responded before an asynchronous origin check', async () => {
    const answer = createGate()
    let isOpened = false
    t.app.use((_req, res, next) => {
      next()
      res.status(503).send('too slow')
    })
    t.app.get(
      '/',
      upgrade(
        () => {
          isOpened = true
        },
        { origin: () => answer.opened.then(() => true) },
      ),
    )
    expect(await refusal(await url())).toMatchObject({ status: 503, text: 'too slow' })
    answer.open()
    await answer.opened
    expect(isOpened).toBe(false)
  })

  it('does not let app.close() wait for a guard that never ends', async () => {
    const reached = createGate()
    t.app.use(() => reached.open())
    t.app.get('/', echo)
    const client = connectSocket(await t.port(), '127.0.0.1')
    client.on('error', silent)
    client.write(handshake('/'))
    const end = hasClosed(client)
    await reached.opened
    expect(await t.app.close({ timeout: 50 })).toEqual({ forced: 1 })
    await end
  })
})

describeDialects('the origin of upgrade()', ['5.x', '4.x', '3.x'], (t) => {
  async function statusOf(origin: string, host: string, more: Record<string, string> = {}) {
    const head = { Origin: origin, Host: host, ...more }
    const bytes = Buffer.from(handshake('/', head) + CLOSE, 'latin1')
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await exchangeRaw(await t.port(), bytes))?.[1])
  }

  it('compares hosts as URLs do', async () => {
    t.app.get('/', upgrade(silent))
    const allowed = [
      ['http://[::1]:3000', '[::1]:3000'],
      ['http://a.example', 'A.Example'],
      ['http://a.example', 'a.example:80'],
      ['https://a.example', 'a.example:443'],
      ['https://a.example:8443', 'a.example:8443'],
    ] as const
    const refused = [
      ['null', 'null'],
      ['', 'a.example'],
      ['http://[::1]:3000', '[::1]:3001'],
      ['http://[::1]', '127.0.0.1'],
      ['http://a.example:443', 'a.example'],
      ['https://a.example:80', 'a.example'],
      ['http://a.example.evil.example', 'a.example'],
      ['http://evil.example?a.example', 'a.example'],
      ['http://evil.example/a.example', 'a.example'],
      ['http://a.example:80@evil.example', 'a.example:80'],
      ['file://', 'a.example'],
      ['ws://a.example', 'a.example'],
      ['http://a.example, http://evil.example', 'a.example'],
      ['javascript:a.example', 'a.example'],
    ] as const
    for (const [origin, host] of allowed) {
      expect([origin, host, await statusOf(origin, host)]).toEqual([origin, host, 101])
    }
    for (const [origin, host] of refused) {
      expect([origin, host, await statusOf(origin, host)]).toEqual([origin, host, 403])
    }
  })

  it('refuses a page without encryption if a trusted proxy has it', async () => {
    t.app.get('/', upgrade(silent))
    t.app.set('trust proxy', true)
    const proto = { 'X-Forwarded-Proto': 'https' }
    expect(await statusOf('http://a.example', 'a.example', proto)).toBe(403)
    expect(await statusOf('https://a.example', 'a.example', proto)).toBe(101)
  })

  it('applies an expression with a global flag each time', async () => {
    t.app.get('/', upgrade(silent, { origin: [/^https:\/\/\w+\.example$/g] }))
    for (let at = 0; at < 4; at++) {
      expect(await statusOf('https://a.example', 'x')).toBe(101)
    }
  })

  it('names an origin in a list that no browser sends', () => {
    for (const wrong of ['https://a.example/', 'a.example', 'https://A.example', 7, undefined]) {
      expect(() => upgrade(silent, { origin: [wrong as never] })).toThrow(/origin lists origins/)
    }
    upgrade(silent, { origin: ['https://a.example', 'null', 'chrome-extension://abc', /x/] })
  })
})

describeDialects('upgrade() over HTTP/2 with TLS', ['5.x', '4.x', '3.x'], (t) => {
  closeSocketsAfterEach()

  it('serves streams, and WebSockets by HTTP/1 on the same port', async () => {
    t.app.get('/', echo)
    const link = await startHttp2(t.app as never, { secure: true })
    const stream = link.session.request(
      {
        ':method': 'CONNECT',
        ':protocol': 'websocket',
        ':path': '/',
        'sec-websocket-version': '13',
        origin: `https://localhost:${link.port}`,
      },
      { endStream: false },
    )
    expect((await once(stream, 'response'))[0][':status']).toBe(200)
    stream.write(Buffer.from('8182000000006869', 'hex'))
    expect(String((await once(stream, 'data'))[0])).toContain('hi')
    stream.close()
    await once(stream, 'close')
    const client = connectSecure({
      port: link.port,
      host: '127.0.0.1',
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: false,
    })
    client.write(handshake('/'))
    expect(String((await once(client, 'data'))[0])).toContain('101 Switching Protocols')
    client.destroy()
  })

  it('refuses another origin, a missing version, and a plain page of the same host', async () => {
    t.app.get('/', upgrade(silent))
    const link = await startHttp2(t.app as never, { secure: true })
    const status = async (headers: object) => {
      const stream = link.session.request(
        { ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/', ...headers },
        { endStream: false },
      )
      stream.resume()
      const closed = once(stream, 'close')
      const [head] = await once(stream, 'response')
      await closed
      return head[':status']
    }
    const version = { 'sec-websocket-version': '13' }
    expect(await status({ ...version, origin: 'https://evil.example' })).toBe(403)
    expect(await status({ ...version, origin: `http://localhost:${link.port}` })).toBe(403)
    expect(await status({})).toBe(426)
  })

  it('closes the streams of sockets with 1001 when the application closes', async () => {
    t.app.get('/', upgrade(silent))
    const link = await startHttp2(t.app as never)
    const stream = link.session.request(
      {
        ':method': 'CONNECT',
        ':protocol': 'websocket',
        ':path': '/',
        'sec-websocket-version': '13',
      },
      { endStream: false },
    )
    await once(stream, 'response')
    const received = once(stream, 'data')
    const closing = t.app.close({ timeout: 20_000 })
    const [frame] = (await received) as [Buffer]
    expect(frame.subarray(0, 1).toString('hex')).toBe('88')
    expect(frame.readUInt16BE(2)).toBe(1001)
    stream.write(Buffer.from(CLOSE, 'latin1'))
    await once(stream, 'close')
    await closing
  })
})

describeDialects('upgrade() in a router that is mounted in itself', ['5.x', '4.x'], (t) => {
  closeSocketsAfterEach()

  /** Lets another listener refuse the upgrades for which the application has no route. */
  async function listenBeside(): Promise<string> {
    const port = await t.port()
    t.server().on('upgrade', (req, socket) => {
      if (req.url?.endsWith('/none')) socket.end('HTTP/1.1 418 Other\r\nContent-Length: 0\r\n\r\n')
    })
    return `ws://127.0.0.1:${port}`
  }

  it('is found at every depth, and only where the router has it', async () => {
    const router = t.webapp.Router()
    router.get('/ws', echo)
    router.use('/x', router)
    t.app.use('/in', router)
    const url = await listenBeside()
    for (const path of ['/in/ws', '/in/x/ws', '/in/x/x/x/ws', `/in${'/x'.repeat(5000)}/ws`]) {
      const { socket, next } = await openSocket(url + path)
      socket.send('hi')
      expect(await next()).toBe('hi')
    }
    for (const path of ['/in/none', '/in/x/x/none', `/in${'/x'.repeat(5000)}/none`]) {
      expect((await refusal(url + path)).status).toBe(418)
    }
  })

  it('is looked for once in each of the routers that mount each other', async () => {
    const routers = Array.from({ length: 30 }, () => t.webapp.Router())
    for (const one of routers) for (const other of routers) one.use('/x', other)
    routers[0]?.get('/ws', echo)
    t.app.use(routers[0] as never)
    const url = await listenBeside()
    expect((await refusal(`${url}${'/x'.repeat(8)}/none`)).status).toBe(418)
  })
})

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
