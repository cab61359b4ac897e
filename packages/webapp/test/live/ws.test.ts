import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createRequire } from 'node:module'
import { type AddressInfo, Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { ErrorRequestHandler } from '../../src/types/v5/public.ts'
import { acceptUpgrades, upgrade } from '../../src/ws.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { exchangeRaw } from '../support/exchange.ts'
import { identity } from '../support/http2.ts'
import { closeSocketsAfterEach, handshake, openSocket, refusal } from './client.ts'

// It brings no types.
const onHeaders = createRequire(import.meta.url)('on-headers') as (
  res: object,
  listener: () => void,
) => void

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

// It brings no types.
const session = createRequire(import.meta.url)('express-session') as (options: object) => unknown

/** Whether V8 keeps an object as a structure, and not as a dictionary, which is slow. */
function hasFastProperties(value: object): boolean {
  setFlagsFromString('--allow-natives-syntax')
  try {
    const ask = runInThisContext('(value) => %HasFastProperties(value)') as (
      value: object,
    ) => boolean
    return ask(value)
  } finally {
    setFlagsFromString('--no-allow-natives-syntax')
  }
}

const echo = upgrade((socket) => {
  socket.on('message', (data, isBinary) => socket.send(data as Buffer, { binary: isBinary }))
})

describeDialects('upgrade(handler)', ['5.x', '4.x', '3.x'], (t) => {
  closeSocketsAfterEach()
  const url = async (path: string) => `ws://127.0.0.1:${await t.port()}${path}`

  it('opens a socket on a route with its parameters and query', async () => {
    t.app.get(
      '/rooms/:room',
      upgrade((socket, req) => socket.send(`${req.params.room} ${req.query.as}`)),
    )
    const client = await openSocket(await url('/rooms/blue?as=ann'))
    expect(await client.next()).toBe('blue ann')
  })

  it('sends and receives text and bytes', async () => {
    t.app.get('/', echo)
    const { socket, next } = await openSocket(await url('/'))
    socket.send('héllo')
    expect(await next()).toBe('héllo')
    const received = once(socket, 'message')
    socket.send(Buffer.from([0, 255, 1]))
    expect(await received).toEqual([Buffer.from([0, 255, 1]), true])
  })

  it('opens sockets on routes that are added while the server runs', async () => {
    const router = t.webapp()
    t.app.use('/mounted', router)
    await t.request('/') // The first connection: there is no route for upgrades yet.
    t.app.get('/late', echo)
    const first = await openSocket(await url('/late'))
    first.socket.send('one')
    expect(await first.next()).toBe('one')
    router.get('/later', echo)
    const second = await openSocket(await url('/mounted/later'))
    second.socket.send('two')
    expect(await second.next()).toBe('two')
  })

  it('leaves the connection as it was: a fast object that writes as others do', async () => {
    let connection = new Socket()
    t.app.get(
      '/',
      upgrade((socket, req) => {
        connection = req.socket
        socket.send('ready')
      }),
    )
    const { next } = await openSocket(await url('/'))
    await next()
    expect(hasFastProperties(connection)).toBe(true)
    expect(connection.write).toBe(Socket.prototype.write)
  })

  it('runs the middleware before it, whose headers are in the response', async () => {
    t.app.use((req, res, next) => {
      ;(req as { user?: string }).user = String(req.headers.authorization)
      res.setHeader('X-Trace', 'abc')
      res.cookie('seen', 'yes')
      next()
    })
    t.app.get(
      '/',
      upgrade((socket, req) => socket.send(String(req.user))),
    )
    const client = await openSocket(await url('/'), { headers: { authorization: 'me' } })
    expect(await client.next()).toBe('me')
    expect(client.response.statusCode).toBe(101)
    expect(client.response.headers['x-trace']).toBe('abc')
    expect(client.response.headers['set-cookie']?.[0]).toContain('seen=yes')
  })

  it('reads and saves the session of express-session', async () => {
    t.app.use(session({ secret: 'for tests', resave: false, saveUninitialized: true }) as never)
    t.app.use(((req: { session: { visits?: number } }, _res: never, next: () => void) => {
      req.session.visits = (req.session.visits ?? 0) + 1
      next()
    }) as never)
    t.app.get(
      '/',
      upgrade((socket, req) => socket.send(String(req.session.visits))),
    )
    const first = await openSocket(await url('/'))
    expect(await first.next()).toBe('1')
    const cookie = first.response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const second = await openSocket(await url('/'), { headers: { cookie } })
    expect(await second.next()).toBe('2')
  })

  it('answers with a head that has no framing headers', async () => {
    t.app.get('/', echo)
    await t.port()
    const close = '\x88\x80\0\0\0\0'
    const bytes = await exchangeRaw(await t.port(), Buffer.from(handshake('/') + close, 'latin1'))
    const [head = '', frames] = bytes.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
    expect(head).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
    expect(head).toContain('Upgrade: websocket')
    expect(head.toLowerCase()).not.toMatch(/content-length|transfer-encoding|keep-alive/)
    expect(frames).toBe('\x88\x00')
  })

  it('finds the route in mounted applications of every dialect', async () => {
    for (const [name, create] of Object.entries(factories)) {
      const inner = create() as unknown as typeof t.app
      const outer = create() as unknown as typeof t.app
      inner.get(
        '/socket/:id',
        upgrade((socket, req) => socket.send(`${name} ${req.params.id} ${req.app === inner}`)),
      )
      outer.use('/inner', inner)
      t.app.use(`/${name}`, outer)
    }
    for (const name of Object.keys(factories)) {
      const client = await openSocket(await url(`/${name}/inner/socket/7`))
      expect(await client.next()).toBe(`${name} 7 true`)
    }
  })

  it('gives the answer of a guard to the client, and closes', async () => {
    t.app.use((_req, res) => void res.status(401).set('WWW-Authenticate', 'Basic').send('no'))
    t.app.get('/', echo)
    const answer = await refusal(await url('/'))
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Basic')
    expect(answer.headers.connection).toBe('close')
    expect(answer.text).toBe('no')
    // The connection ends without being asked to.
    expect(await exchangeRaw(await t.port(), handshake('/'))).toContain('401 Unauthorized')
  })

  it('gives the answer of a guard that takes its time', async () => {
    t.app.use((_req, res) => void setImmediate(() => res.redirect('/login')))
    t.app.get('/', echo)
    const answer = await refusal(await url('/'))
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe('/login')
  })

  it('gives an error page for an error, and for a rejected promise', async () => {
    t.app.set('env', 'test')
    t.app.use('/thrown', () => {
      throw new Error('broken guard')
    })
    t.app.use('/rejected', () => Promise.reject(Object.assign(new Error('full'), { status: 507 })))
    t.app.get('/', echo)
    expect(await refusal(await url('/thrown'))).toMatchObject({
      status: 500,
      text: expect.stringContaining('broken guard'),
    })
    expect((await refusal(await url('/rejected'))).status).toBe(507)
  })

  it('gives errors of guards to the error handlers', async () => {
    t.app.use((_req, _res, next) => next(new Error('broken')))
    t.app.get('/', echo)
    t.app.use(((error, _req, res, _next) => {
      res.status(418).send(`handled ${error.message}`)
    }) as ErrorRequestHandler)
    expect(await refusal(await url('/'))).toMatchObject({ status: 418, text: 'handled broken' })
  })

  it('answers with 404 where the value of a parameter does not fit its pattern', async () => {
    t.app.param('id', /^\d+$/)
    t.app.get('/rooms/:id', echo)
    const { next, socket } = await openSocket(await url('/rooms/7'))
    socket.send('hello')
    expect(await next()).toBe('hello')
    expect((await refusal(await url('/rooms/x'))).status).toBe(404)
  })

  it('answers with 404 where no route matches, and with the body of an ordinary route', async () => {
    t.app.get('/socket', echo)
    t.app.get('/page', (_req, res) => void res.send('a page'))
    expect((await refusal(await url('/none'))).status).toBe(404)
    expect(await refusal(await url('/page'))).toMatchObject({ status: 200, text: 'a page' })
  })

  it('answers an ordinary request with 426', async () => {
    t.app.get('/', echo)
    const answer = await t.request('/')
    expect(answer.status).toBe(426)
    expect(answer.headers.upgrade).toBe('websocket')
    expect(answer.headers.connection).toBe('Upgrade, close')
    const head = await t.request('/', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([426, ''])
  })

  it('serves the next requests of the connection after an ordinary one', async () => {
    t.app.get('/', echo)
    t.app.get('/page', (_req, res) => void res.send('a page'))
    const first = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n'
    const bytes = await exchangeRaw(
      await t.port(),
      Buffer.from(`${first}${first}${handshake('/')}\x88\x80\0\0\0\0`, 'latin1'),
    )
    expect(bytes.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 101'])
    expect(bytes.endsWith('\x88\x00')).toBe(true)
  })

  it('sends the handshake behind the responses to earlier requests', async () => {
    t.app.get('/', echo)
    t.app.get('/slow', (_req, res) => void setTimeout(() => res.send('slow'), 20))
    const slow = 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'
    const bytes = await exchangeRaw(
      await t.port(),
      Buffer.from(`${slow}${slow}${handshake('/')}\x88\x80\0\0\0\0`, 'latin1'),
    )
    expect(bytes.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 101'])
  })

  it('closes with 1011 when the handler fails, and gives the error to the application', async () => {
    const errors: unknown[] = []
    t.app.get(
      '/thrown',
      upgrade(() => {
        throw new Error('thrown')
      }),
    )
    t.app.get(
      '/rejected',
      upgrade(() => Promise.reject(new Error('rejected'))),
    )
    t.app.get(
      '/nothing',
      upgrade(() => Promise.reject()),
    )
    t.app.use(((error, _req, _res, _next) => {
      errors.push(error.message)
    }) as ErrorRequestHandler)
    for (const name of ['thrown', 'rejected', 'nothing']) {
      const { closed } = await openSocket(await url(`/${name}`))
      expect((await closed).code).toBe(1011)
    }
    const nothing = 'The handler of upgrade() failed with undefined'
    await expect.poll(() => errors).toEqual(['thrown', 'rejected', nothing])
  })

  it('closes the connection with the error page if a header hook fails', async () => {
    t.app.set('env', 'test')
    let isOpened = false
    let isFirst = true
    t.app.use((_req, res, next) => {
      onHeaders(res, () => {
        if (!isFirst) return
        isFirst = false
        throw new Error('hook failed')
      })
      next()
    })
    t.app.get(
      '/',
      upgrade(() => {
        isOpened = true
      }),
    )
    const bytes = await exchangeRaw(await t.port(), handshake('/'))
    expect(bytes).toMatch(/^HTTP\/1\.1 500 /)
    expect(bytes).toContain('hook failed')
    expect(isOpened).toBe(false)
  })

  it('handles other upgrades as ordinary requests, with their bodies', async () => {
    t.app.get('/socket', echo)
    t.app.post('/page', t.webapp.json(), (req, res) => void res.json({ got: req.body }))
    const h2c = 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nConnection: Upgrade, HTTP2-Settings'
    const json = 'Content-Type: application/json\r\nContent-Length: 7'
    const post = `POST /page HTTP/1.1\r\nHost: a\r\n${h2c}\r\n${json}\r\n\r\n{"a":1}`
    const last = 'GET /socket HTTP/1.1\r\nHost: a\r\n\r\n'
    const client = new KeptConnection(await t.port())
    for (let at = 0; at < 3; at++) {
      expect(await client.ask(post, '{"got":{"a":1}}')).toMatch(/^HTTP\/1\.1 200/)
    }
    expect(await client.ask(last, 'WebSocket\n')).toMatch(/^HTTP\/1\.1 426/)
    client.socket.destroy()
  })

  it('keeps nothing of the other upgrades on a kept connection', async () => {
    t.app.get('/socket', echo)
    const counts: number[] = []
    t.app.get('/page', (req, res) => {
      const { socket } = req
      const names = socket.eventNames()
      counts.push(names.reduce((sum, name) => sum + socket.listenerCount(name), 0))
      res.send('page')
    })
    const client = new KeptConnection(await t.port())
    let connections = 0
    t.server().on('connection', () => connections++)
    const page = handshake('/page', { Upgrade: 'h2c' })
    const plain = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n'
    for (let at = 0; at < 20; at++) {
      expect(await client.ask(at % 4 === 0 ? plain : page, 'page')).toContain('200 OK')
    }
    expect(counts[19]).toBe(counts[9])
    expect(connections).toBeLessThan(2)
    client.socket.destroy()
  })

  it('leaves servers without an upgrade route alone', async () => {
    t.app.get('/', (req, res) => void res.send(`ordinary ${req.headers.upgrade}`))
    const bytes = await exchangeRaw(
      await t.port(),
      handshake('/', { Connection: 'Upgrade, close' }),
    )
    expect(bytes).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(bytes).toContain('ordinary websocket')
    expect(t.server().listenerCount('upgrade')).toBe(0)
  })

  it('works on http.createServer(app) with routes that are added later', async () => {
    const { app } = t
    const port = await listen(createServer(app as never))
    expect((await t.requestFrom(app as never, '/')).status).toBe(404)
    app.get('/', echo)
    const { socket, next } = await openSocket(`ws://127.0.0.1:${port}/`)
    socket.send('late')
    expect(await next()).toBe('late')
  })

  it('works on https.createServer(app)', async () => {
    t.app.get('/', echo)
    const port = await listen(createSecureServer(identity, t.app as never) as unknown as Server)
    const { socket, next } = await openSocket(`wss://localhost:${port}/`, { ca: identity.cert })
    socket.send('secret')
    expect(await next()).toBe('secret')
  })

  it('works on a foreign server with acceptUpgrades', async () => {
    t.app.get('/', echo)
    const server = createServer((_req, res) => void res.end('foreign'))
    const stop = acceptUpgrades(server, t.app as never)
    expect(acceptUpgrades(server, t.app as never)).toBe(stop)
    const port = await listen(server)
    const { socket, next } = await openSocket(`ws://127.0.0.1:${port}/`)
    socket.send('hi')
    expect(await next()).toBe('hi')
    stop()
    expect(await exchangeRaw(port, handshake('/', { Connection: 'Upgrade, close' }))).toContain(
      'foreign',
    )
  })

  it('serves several applications on one server, of which the first gets the other requests', async () => {
    const other = t.webapp() as typeof t.app
    t.app.get(
      '/both',
      upgrade((socket) => socket.send('first')),
    )
    other.get(
      '/both',
      upgrade((socket) => socket.send('second')),
    )
    other.get(
      '/other',
      upgrade((socket) => socket.send('other')),
    )
    const server = createServer((_req, res) => void res.end('ordinary'))
    acceptUpgrades(server, t.app as never)
    const stop = acceptUpgrades(server, other as never)
    const port = await listen(server)
    for (const [path, text] of [
      ['both', 'first'],
      ['other', 'other'],
    ]) {
      const { next } = await openSocket(`ws://127.0.0.1:${port}/${path}`)
      expect(await next()).toBe(text)
    }
    expect(await exchangeRaw(port, handshake('/none'))).toMatch(/^HTTP\/1\.1 404 /)
    const h2c = { Upgrade: 'h2c', Connection: 'Upgrade, close' }
    expect(await exchangeRaw(port, handshake('/', h2c))).toContain('ordinary')
    stop()
    expect((await refusal(`ws://127.0.0.1:${port}/other`)).status).toBe(404)
  })

  it('tells how to connect a server that hides the application', async () => {
    t.app.set('env', 'test')
    t.app.get('/', echo)
    const { app } = t
    const handler = (...args: [never, never]) => (app as (...args: never[]) => void)(...args)
    const port = await listen(createServer(handler as never))
    const bytes = await exchangeRaw(port, handshake('/', { Connection: 'Upgrade, close' }))
    expect(bytes).toMatch(/^HTTP\/1\.1 501 /)
    expect(bytes).toContain('acceptUpgrades(server, app)')
  })

  it('keeps other upgrade listeners working beside it', async () => {
    let guarded = 0
    t.app.use((_req, _res, next) => {
      guarded++
      next()
    })
    t.app.get('/ours/:id', echo)
    const port = await t.port()
    const server = t.server()
    const others = new WebSocketServer({ noServer: true })
    server.on('upgrade', (req, socket, head) => {
      if (req.url !== '/theirs') return
      // Like socket.io, which asks first.
      setImmediate(() => others.handleUpgrade(req, socket, head, (ws) => ws.send('theirs')))
    })
    const theirs = await openSocket(`ws://127.0.0.1:${port}/theirs`)
    expect(await theirs.next()).toBe('theirs')
    expect(guarded).toBe(0)
    const ours = await openSocket(`ws://127.0.0.1:${port}/ours/1`)
    ours.socket.send('ours')
    expect(await ours.next()).toBe('ours')
    expect(guarded).toBe(1)
    theirs.socket.send('still there')
    expect(theirs.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('answers a path that it cannot decode with 400, also beside another upgrade listener', async () => {
    t.app.set('env', 'test')
    t.app.get('/rooms/:room', echo)
    const port = await t.port()
    t.server().on('upgrade', () => {})
    expect(await exchangeRaw(port, handshake('/rooms/%zz'))).toMatch(/^HTTP\/1\.1 400 /)
    const ours = await openSocket(`ws://127.0.0.1:${port}/rooms/1`)
    ours.socket.send('still here')
    expect(await ours.next()).toBe('still here')
  })

  it('gives the request of a client that leaves in a guard to nothing', async () => {
    const reached = deferred()
    const left = deferred()
    let isOpened = false
    t.app.use((req, _res, next) => {
      req.signal.addEventListener('abort', () => {
        left.resolve()
        next()
      })
      reached.resolve()
    })
    t.app.get(
      '/',
      upgrade(() => {
        isOpened = true
      }),
    )
    const port = await t.port()
    const outgoing = request({
      host: '127.0.0.1',
      port,
      headers: {
        Upgrade: 'websocket',
        Connection: 'Upgrade',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    })
    outgoing.on('error', () => {})
    outgoing.end()
    await reached.promise
    outgoing.destroy()
    await left.promise
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOpened).toBe(false)
  })

  it('aborts req.signal when the socket is closed', async () => {
    const aborted = deferred()
    t.app.get(
      '/',
      upgrade((_socket, req) => {
        expect(req.signal.aborted).toBe(false)
        req.signal.addEventListener('abort', () => aborted.resolve())
      }),
    )
    const { socket } = await openSocket(await url('/'))
    socket.close()
    await aborted.promise
  })
})

describeDialects('upgrade() behind a mount with parameters', ['5.x', '4.x'], (t) => {
  it('answers a mount path that it cannot decode with 400, beside another listener', async () => {
    t.app.set('env', 'test')
    const inner = t.webapp() as typeof t.app
    inner.get('/', echo)
    t.app.use('/halls/:hall', inner)
    const port = await t.port()
    t.server().on('upgrade', () => {})
    expect(await exchangeRaw(port, handshake('/halls/%zz'))).toMatch(/^HTTP\/1\.1 400 /)
  })
})

function deferred() {
  let resolve: (value?: unknown) => void = () => {}
  const promise = new Promise((done) => {
    resolve = done
  })
  return { promise, resolve }
}
