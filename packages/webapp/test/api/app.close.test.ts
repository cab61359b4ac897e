import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createPlainServer } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { expect, it } from 'vitest'
import { createGate } from '../fixtures/gate.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { say } from '../fixtures/leave.ts'
import { type Bench, describeDialects } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'
import { certificate } from './fixtures/certificate.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

describeDialects('app.close({ timeout })', ['5.x', '4.x', '3.x'], (t) => {
  it('lets what is in flight finish, and says so in its answer', async () => {
    const slow = routeSlowly(t)
    const asking = exchange(await t.port(), '/slow')
    await slow.arrived
    const closing = t.app.close()
    slow.answer()
    const answer = await asking
    expect([answer.status, answer.text, answer.headers.connection]).toEqual([200, 'late', 'close'])
    expect(await closing).toEqual({ forced: 0 })
  })

  it('takes no new connections', async () => {
    const port = await t.port()
    await t.app.close()
    await expect(exchange(port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('drops idle connections while others are busy, also those that never asked', async () => {
    const slow = routeSlowly(t)
    const port = await t.port()
    const [used, fresh, busy] = [1, 2, 3].map(() => new KeptConnection(port)) as Connections
    await once(fresh.socket, 'connect')
    await used.ask(get('/'))
    const asking = busy.ask(get('/slow'), 'late')
    await slow.arrived
    const closing = t.app.close()
    await Promise.all([used.closed, fresh.closed])
    expect(busy.isOpen).toBe(true)
    slow.answer()
    expect(await asking).toContain('Connection: close')
    expect(await closing).toEqual({ forced: 0 })
  })

  it('handles requests that arrive late on open connections, used or not', async () => {
    t.app.get('/', (_req, res) => res.send('answer'))
    t.app.post('/', (req, res) => req.resume().on('end', () => res.send('answer')))
    const port = await t.port()
    const [used, fresh, posting] = [1, 2, 3].map(() => new KeptConnection(port)) as Connections
    await Promise.all([once(fresh.socket, 'connect'), used.ask(get('/')), posting.ask(get('/'))])
    await t.request('/') // The server has accepted them all.
    const closing = t.app.close()
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody'
    const late = [used.ask(get('/')), fresh.ask(get('/')), posting.ask(post)]
    for (const answer of await Promise.all(late)) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n/)
    }
    await Promise.all([used.closed, fresh.closed, posting.closed])
    expect(await closing).toEqual({ forced: 0 })
  })

  it('handles a request whose head arrives in parts', async () => {
    t.app.get('/', (_req, res) => res.send('answer'))
    const port = await t.port()
    const [slow, idle] = [1, 2].map(() => new KeptConnection(port)) as Connections
    await idle.ask(get('/'))
    await slow.ask(get('/'))
    const [first, rest] = [get('/').slice(0, 9), get('/').slice(9)]
    slow.socket.write(first)
    const closing = t.app.close()
    await idle.closed
    expect(await slow.ask(rest)).toContain('Connection: close')
    expect(await closing).toEqual({ forced: 0 })
  })

  it('answers all of a pipeline that arrives late', async () => {
    const gate = createGate()
    const both = createGate()
    let calls = 0
    t.app.get('/', (_req, res) => {
      const number = calls++
      if (calls === 3) both.open()
      gate.opened.then(() => res.send(`number ${number}`))
    })
    t.app.get('/first', (_req, res) => res.send('answer'))
    const kept = new KeptConnection(await t.port())
    await kept.ask(get('/first'))
    const closing = t.app.close()
    const asking = kept.ask(get('/') + get('/') + get('/'), 'number 2')
    await both.opened
    gate.open()
    const answers = (await asking).split('number ')
    expect(answers.map((text) => /Connection: (\S+)/.exec(text)?.[1])).toEqual([
      'keep-alive',
      'keep-alive',
      'close',
      undefined,
    ])
    expect(await closing).toEqual({ forced: 0 })
  })

  it('runs no handler for requests behind a response that announced the end', async () => {
    let calls = 0
    t.app.get('/', (_req, res) => {
      calls++
      res.send('answer')
    })
    const kept = new KeptConnection(await t.port())
    await kept.ask(get('/'))
    const closing = t.app.close()
    const answers = await kept.ask(get('/') + get('/'))
    await kept.closed
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    await closing
    expect(calls).toBe(2)
  })

  it('refuses upgrades that come late', async () => {
    const server = await listen(t.app.listen(0, '127.0.0.1'))
    let upgrades = 0
    server.on('upgrade', () => upgrades++)
    t.app.get('/', (_req, res) => res.send('answer'))
    const kept = new KeptConnection(portOf(server))
    await kept.ask(get('/'))
    const closing = t.app.close()
    expect(await kept.ask(upgrade, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 503 /)
    await closing
    expect(upgrades).toBe(0)
  })

  it('does not wait for clients whose upgrades it refused', async () => {
    const server = await listen(t.app.listen(0, '127.0.0.1'))
    server.on('upgrade', () => {})
    t.app.get('/', (_req, res) => res.send('answer'))
    const client = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true })
    client.write(get('/'))
    await once(client, 'data')
    const closing = t.app.close({ timeout: Number.POSITIVE_INFINITY })
    client.write(upgrade)
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 503 /)
    expect(await closing).toEqual({ forced: 0 })
    client.destroy()
  })

  it('closes connections that become idle later, though their answer promised to stay', async () => {
    const gate = createGate()
    t.app.get('/', (_req, res) => {
      res.write('first')
      gate.opened.then(() => res.end('last'))
    })
    const kept = new KeptConnection(await t.port())
    expect(await kept.ask(get('/'), 'first\r\n')).toContain('Connection: keep-alive')
    const closing = t.app.close()
    gate.open()
    await Promise.all([kept.closed, closing])
  })

  it('answers all of a pipeline', async () => {
    const gates = [createGate(), createGate()]
    const both = createGate()
    let calls = 0
    t.app.get('/', (_req, res) => {
      const gate = gates[calls++]
      if (calls === 2) both.open()
      gate?.opened.then(() => res.send(`number ${gates.indexOf(gate)}`))
    })
    const kept = new KeptConnection(await t.port())
    const asking = kept.ask(get('/') + get('/'), 'number 1')
    await both.opened
    const closing = t.app.close()
    for (const gate of gates) gate.open()
    const answers = (await asking).split('number 0')
    expect(answers[0]).toContain('Connection: keep-alive')
    expect(answers[1]).toContain('Connection: close')
    expect(await closing).toEqual({ forced: 0 })
  })

  it('finishes an answer that the client reads slowly', async () => {
    const text = 'x'.repeat(8_000_000)
    t.app.get('/', (_req, res) => res.send(text))
    const socket = await say(await t.port(), get('/'))
    await once(socket, 'readable')
    const closing = t.app.close()
    let length = 0
    for await (const chunk of socket) length += chunk.length
    expect(length).toBeGreaterThan(text.length)
    expect(await closing).toEqual({ forced: 0 })
  })

  it('cuts off what takes longer than the timeout', async () => {
    const slow = routeSlowly(t)
    const asking = exchange(await t.port(), '/slow')
    await slow.arrived
    const closing = t.app.close({ timeout: 1 })
    await expect(asking).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await closing).toEqual({ forced: 1 })
  })

  it('cuts everything off at once with a timeout of 0', async () => {
    const slow = routeSlowly(t)
    const port = await t.port()
    const idle = new KeptConnection(port)
    await idle.ask(get('/'))
    const asking = exchange(port, '/slow')
    await slow.arrived
    const closing = t.app.close({ timeout: 0 })
    await expect(asking).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await closing).toEqual({ forced: 2 })
    await idle.closed
  })

  it('waits for ever with a timeout of Infinity, and longer than timers can', async () => {
    for (const timeout of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      t.renew()
      const slow = routeSlowly(t)
      const asking = exchange(await t.port(), '/slow')
      await slow.arrived
      const closing = t.app.close({ timeout })
      await new Promise((resolve) => setTimeout(resolve, 10)) // Longer timers fire after 1 ms.
      slow.answer()
      expect((await asking).text).toBe('late')
      expect(await closing).toEqual({ forced: 0 })
    }
  })

  it.each([-1, Number.NaN, '10s', '5', null, {}])('throws for a timeout of %j', (timeout) => {
    expect(() => t.app.close({ timeout } as never)).toThrow(
      /^timeout must be a number of milliseconds from 0 to Infinity, got (-1|NaN|'10s'|'5'|null|\{\})$/,
    )
    expect(t.app.closing).toBe(false)
  })

  it('gives the same promise when it is called again', async () => {
    await t.port()
    const closing = t.app.close()
    expect(t.app.close({ timeout: 5 })).toBe(closing)
    await closing
    expect(t.app.close()).toBe(closing)
  })

  it('waits less when it is called again with a shorter timeout, never longer', async () => {
    const slow = routeSlowly(t)
    const asking = exchange(await t.port(), '/slow')
    await slow.arrived
    const closing = t.app.close({ timeout: Number.POSITIVE_INFINITY })
    t.app.close()
    t.app.close({ timeout: 10 })
    t.app.close({ timeout: 100_000 })
    await expect(asking).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await closing).toEqual({ forced: 1 })
  })

  it('closes sockets that another server handed over', async () => {
    const slow = routeSlowly(t)
    const server = createServer(t.app as unknown as RequestListener)
    const front = createPlainServer((socket) => server.emit('connection', socket))
    await listen(front.listen(0, '127.0.0.1'))
    const [busy, idle] = [1, 2].map(() => new KeptConnection(portOf(front))) as Connections
    await idle.ask(get('/'))
    const asking = busy.ask(get('/slow'), 'late')
    await slow.arrived
    const closing = t.app.close({ timeout: Number.POSITIVE_INFINITY })
    await idle.closed
    slow.answer()
    expect(await asking).toContain('Connection: close')
    expect(await closing).toEqual({ forced: 0 })
    front.close()
  })

  it('cuts such sockets off at the timeout', async () => {
    const slow = routeSlowly(t)
    const server = createServer(t.app as unknown as RequestListener)
    const front = createPlainServer((socket) => server.emit('connection', socket))
    await listen(front.listen(0, '127.0.0.1'))
    const busy = new KeptConnection(portOf(front))
    busy.socket.write(get('/slow'))
    await slow.arrived
    expect(await t.app.close({ timeout: 10 })).toEqual({ forced: 1 })
    await busy.closed
    front.close()
  })

  it('settles when its server listens again meanwhile, and closes again', async () => {
    const slow = routeSlowly(t)
    const server = await listen(t.app.listen(0, '127.0.0.1'))
    const busy = new KeptConnection(portOf(server))
    busy.socket.write(get('/slow'))
    await slow.arrived
    const first = t.app.close({ timeout: Number.POSITIVE_INFINITY })
    server.listen(0, '127.0.0.1')
    expect(await first).toEqual({ forced: 0 })
    expect([server.listening, t.app.closing]).toEqual([true, false])
    const kept = new KeptConnection(portOf(server))
    expect(await kept.ask(get('/'))).toContain('Connection: keep-alive')
    const second = t.app.close({ timeout: 10 })
    expect(t.app.closing).toBe(true)
    await Promise.all([busy.closed, kept.closed])
    expect(await second).toEqual({ forced: 2 })
  })

  it('resolves for an application that never listened', async () => {
    expect(await t.app.close()).toEqual({ forced: 0 })
  })

  it('closes all servers of the application', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => listen(t.app.listen(0, '127.0.0.1'))))
    await t.app.close()
    expect(servers.map(({ listening }) => listening)).toEqual([false, false, false])
  })

  it('closes a server that is still about to listen', async () => {
    const server = t.app.listen(0, 'localhost')
    const closed = once(server, 'close')
    expect(server.listening).toBe(false) // The host is looked up first.
    await t.app.close()
    await closed
    expect([server.listening, t.app.closing]).toEqual([false, true])
  })

  it('does not wait for a server that cannot listen', async () => {
    const port = await t.port()
    const server = t.app.listen(port, '127.0.0.1')
    server.on('error', () => {})
    expect(() => t.app.listen(-1)).toThrow(RangeError)
    expect(await t.app.close()).toEqual({ forced: 0 })
  })

  it('leaves a server alone that was closed before, and listens again later', async () => {
    t.app.get('/', (_req, res) => res.send('answer'))
    const first = await listen(t.app.listen(0, '127.0.0.1'))
    await t.app.close()
    await listen(t.app.listen(0, '127.0.0.1'))
    await t.app.close()
    await listen(first.listen(0, '127.0.0.1'))
    expect((await exchange(portOf(first), '/')).text).toBe('answer')
    await t.app.close()
    expect(first.listening).toBe(false)
  })

  it('closes the connections of a server that somebody else closed', async () => {
    const server = await listen(t.app.listen(0, '127.0.0.1'))
    const slow = routeSlowly(t)
    const asking = exchange(portOf(server), '/slow')
    await slow.arrived
    server.close()
    const closing = t.app.close()
    slow.answer()
    expect((await asking).headers.connection).toBe('close')
    expect(await closing).toEqual({ forced: 0 })
  })

  it('lets the application listen again, and close again', async () => {
    t.app.get('/', (_req, res) => res.send('answer'))
    for (let round = 0; round < 3; round++) {
      const server = await listen(t.app.listen(0, '127.0.0.1'))
      expect(t.app.closing).toBe(false)
      expect((await exchange(portOf(server), '/')).text).toBe('answer')
      await t.app.close()
      expect([server.listening, t.app.closing]).toEqual([false, true])
    }
  })

  it('tells of itself by app.closing and an event, also in mounted applications', async () => {
    const sub = t.webapp()
    t.app.use('/sub', sub as never)
    let events = 0
    t.app.on('closing', () => events++)
    await t.port()
    expect([t.app.closing, sub.closing]).toEqual([false, false])
    const closing = t.app.close()
    expect([t.app.closing, sub.closing]).toEqual([true, true])
    await closing
    t.app.close()
    expect(events).toBe(1)
  })

  it('leaves members of its name to those who have their own', async () => {
    const own = async () => ({ forced: 7 })
    Object.assign(t.app, { close: own, closing: 'soon' })
    expect([t.app.close, t.app.closing]).toEqual([own, 'soon'])
    expect(t.webapp().closing).toBe(false)
    expect(Object.keys(t.webapp())).not.toContain('close')
  })
})

describeDialects('app.close() of a busy server', ['5.x'], (t) => {
  it('keeps its promises to a hundred connections of each kind', async () => {
    const [hundred, all, answering] = [100, createGate(), createGate()]
    let calls = 0
    t.app.get('/', (_req, res) => res.send('answer'))
    t.app.get('/slow', (_req, res) => {
      if (++calls === hundred) all.open()
      answering.opened.then(() => res.send('late'))
    })
    const port = await t.port()
    const connect = () => Array.from({ length: hundred }, () => new KeptConnection(port))
    const [busy, idle, kept] = [connect(), connect(), connect()]
    await Promise.all([...idle, ...kept].map((each) => each.ask(get('/'))))
    const asking = busy.map((each) => each.ask(get('/slow'), 'late'))
    await all.opened
    const closing = t.app.close()
    const late = kept.map((each) => each.ask(get('/')))
    for (const text of await Promise.all(late)) {
      expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close\r\n/)
    }
    await Promise.all([...idle, ...kept].map(({ closed }) => closed))
    answering.open()
    for (const text of await Promise.all(asking)) expect(text).toContain('Connection: close\r\n')
    expect(await closing).toEqual({ forced: 0 })
  })
})

describeDialects('app.close() and other protocols', ['5.x'], (t) => {
  it('leaves upgraded connections until the time is over, and cuts them off', async () => {
    const server = await listen(t.app.listen(0, '127.0.0.1'))
    server.on('upgrade', (_req, socket) => {
      socket.on('error', () => {}) // It is cut off.
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      socket.on('data', (chunk: Buffer) => socket.write(`heard ${chunk}`))
    })
    t.app.get('/', (_req, res) => res.send('answer'))
    const [upgraded, idle] = [1, 2].map(() => new KeptConnection(portOf(server))) as Connections
    await upgraded.ask(upgrade, '\r\n\r\n')
    await idle.ask(get('/'))
    const closing = t.app.close({ timeout: Number.POSITIVE_INFINITY })
    await idle.closed
    expect(await upgraded.ask('this', 'this')).toBe('heard this')
    t.app.close({ timeout: 10 })
    expect(await closing).toEqual({ forced: 1 })
    await upgraded.closed
  })
})

describeDialects('app.close() with servers of others', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as unknown as RequestListener

  it('closes a server that was made for the application', async () => {
    const slow = routeSlowly(t)
    const server = await listen(createServer(app()).listen(0, '127.0.0.1'))
    const idle = new KeptConnection(portOf(server))
    await once(idle.socket, 'connect')
    const asking = exchange(portOf(server), '/slow')
    await slow.arrived
    const closing = t.app.close()
    await idle.closed
    slow.answer()
    expect((await asking).headers.connection).toBe('close')
    await closing
    expect(server.listening).toBe(false)
  })

  it('closes one that has not had a request', async () => {
    const server = await listen(createServer(app()).listen(0, '127.0.0.1'))
    await t.app.close()
    expect(server.listening).toBe(false)
  })

  it('closes one whose listener is not the application itself', async () => {
    t.app.get('/', (_req, res) => res.send('answer'))
    const server = createServer((req, res) => t.app(req, res)).listen(0, '127.0.0.1')
    await exchange(portOf(await listen(server)), '/')
    await t.app.close()
    expect(server.listening).toBe(false)
  })

  it('leaves the servers of others alone', async () => {
    const server = await listen(createServer(t.webapp() as never).listen(0, '127.0.0.1'))
    await t.app.close()
    expect(server.listening).toBe(true)
    server.close()
  })

  it('serves again when such a server listens again', async () => {
    t.app.get('/', (_req, res) => res.send('answer'))
    const server = createServer(app())
    for (let round = 0; round < 2; round++) {
      await listen(server.listen(0, '127.0.0.1'))
      expect((await exchange(portOf(server), '/')).text).toBe('answer')
      expect(t.app.closing).toBe(false)
      const { emit } = server
      await t.app.close()
      expect([server.listening, t.app.closing]).toEqual([false, true])
      expect(server.emit).toBe(emit)
    }
  })

  it('closes a server over TLS: in flight, idle and late', async () => {
    const slow = routeSlowly(t)
    const server = createSecureServer(certificate, app()).listen(0, '127.0.0.1')
    const port = portOf(await listen(server))
    const [busy, idle, late] = [1, 2, 3].map(() => new KeptConnection(connectSafely(port)))
    await idle?.ask(get('/'))
    await late?.ask(get('/'))
    const asking = busy?.ask(get('/slow'), 'late')
    await slow.arrived
    const closing = t.app.close()
    expect(await late?.ask(get('/'))).toContain('Connection: close')
    await idle?.closed
    slow.answer()
    expect(await asking).toContain('Connection: close')
    expect(await closing).toEqual({ forced: 0 })
  })
})

describeDialects('server.close() of a server of the application', ['5.x', '4.x', '3.x'], (t) => {
  it.each(['app.listen', 'http.createServer'])('ends kept connections: %s', async (kind) => {
    const [slow, gate] = [routeSlowly(t), createGate()]
    t.app.get('/begun', (_req, res) => {
      res.write('begun')
      gate.opened.then(() => res.end('answer'))
    })
    const created = createServer(t.app as unknown as RequestListener)
    const started =
      kind === 'app.listen' ? t.app.listen(0, '127.0.0.1') : created.listen(0, '127.0.0.1')
    const server = await listen(started)
    server.keepAliveTimeout = 1e8
    const connections = [1, 2, 3].map(() => new KeptConnection(portOf(server))) as Connections
    const [idle, busy, begun] = connections
    await idle.ask(get('/'))
    const asking = busy.ask(get('/slow'), 'late')
    expect(await begun.ask(get('/begun'), 'begun\r\n')).toContain('Connection: keep-alive')
    await slow.arrived
    const closed = new Promise((resolve) => server.close(resolve))
    slow.answer()
    gate.open()
    expect(await asking).toContain('Connection: close')
    await Promise.all([closed, ...connections.map((each) => each.closed)])
    expect(t.app.closing).toBe(false)
  })

  it('reports an error for a server that does not listen, as Node does', async () => {
    const server = await listen(t.app.listen(0, '127.0.0.1'))
    await new Promise((resolve) => server.close(resolve))
    const error = await new Promise((resolve) => server.close(resolve))
    expect(error).toMatchObject({ code: 'ERR_SERVER_NOT_RUNNING' })
  })
})

type Connections = [KeptConnection, KeptConnection, KeptConnection]

const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'

/** Routes `/` and `/slow`, which answers when it is told to. */
function routeSlowly({ app }: Pick<Bench, 'app'>) {
  const [arrival, answering] = [createGate(), createGate()]
  app.get('/', (_req, res) => res.send('answer'))
  app.get('/slow', (_req, res) => {
    arrival.open()
    answering.opened.then(() => res.send('late'))
  })
  return { arrived: arrival.opened, answer: () => answering.open() }
}

async function listen<S extends Pick<Server, 'listening'>>(server: S): Promise<S> {
  if (!server.listening) await once(server as unknown as Server, 'listening')
  return server
}

function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port
}

function connectSafely(port: number) {
  return connectSecurely({ port, host: '127.0.0.1', ca: certificate.cert })
}
