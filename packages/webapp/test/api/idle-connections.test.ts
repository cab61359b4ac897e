import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { capabilities } from '../../src/node/internals.ts'
import * as timers from '../../src/runtime/timers.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects } from '../support/dialects.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** Milliseconds: the machine may be busy. */
const PATIENCE = 60_000

describeDialects('a connection between two requests', ['5.x', '4.x', '3.x'], (t) => {
  let server: Server
  const clients: KeptConnection[] = []

  // The clock of the engine stands still, until a test lets it run; Node's own timers go on.
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    vi.spyOn(timers, 'setInterval').mockImplementation(setInterval)
    vi.spyOn(timers, 'clearInterval').mockImplementation(clearInterval)
    server = t.app.listen(0, '127.0.0.1') as Server
    await once(server, 'listening')
  })

  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.destroy()
    server.close()
    server.closeAllConnections()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  function connect(): KeptConnection {
    const client = new KeptConnection((server.address() as AddressInfo).port)
    clients.push(client)
    return client
  }

  /** Lets the clock run, and the event loop do what follows from it. */
  async function wait(ms: number): Promise<void> {
    vi.advanceTimersByTime(ms)
    for (let turn = 0; turn < 10; turn++) await nextTurn()
  }

  function answer(): void {
    t.app.get('/', (_req, res) => res.send('answer'))
  }

  /** The connections as the server has them. */
  function watchSockets(): Socket[] {
    const sockets: Socket[] = []
    server.on('connection', (socket: Socket) => sockets.push(socket))
    return sockets
  }

  it('ends after the keepAliveTimeout of the server, and not before', async () => {
    answer()
    const client = connect()
    expect(await client.ask(GET)).toContain('Keep-Alive: timeout=5\r\n')
    await wait(5000)
    expect(client.isOpen).toBe(true)
    await wait(3000)
    await client.closed
  })

  it('lives on with each request', async () => {
    answer()
    const client = connect()
    for (let count = 0; count < 5; count++) {
      await client.ask(GET)
      await wait(4000)
      expect(client.isOpen).toBe(true)
    }
    await wait(4000)
    await client.closed
  })

  it('is not ended while a request is answered', async () => {
    const arrived = new Promise<() => void>((resolve) => {
      t.app.get('/', (_req, res) => resolve(() => res.send('answer')))
    })
    const client = connect()
    const answered = client.ask(GET)
    const finish = await arrived
    await wait(60_000)
    finish()
    await answered
    await wait(4000)
    expect(client.isOpen).toBe(true)
  })

  it('lives on when the next request begins to come in', async () => {
    answer()
    const sockets = watchSockets()
    const client = connect()
    await client.ask(GET)
    await wait(4000)
    client.socket.write(GET.slice(0, 9))
    await vi.waitFor(() => expect(sockets[0]?.bytesRead).toBe(GET.length + 9), PATIENCE)
    await wait(5000)
    expect(client.isOpen).toBe(true)
    await client.ask(GET.slice(9))
    await wait(9000)
    await client.closed
  })

  it('obeys a keepAliveTimeout that is changed', async () => {
    answer()
    server.keepAliveTimeout = 30_000
    const client = connect()
    await client.ask(GET)
    await wait(29_000)
    expect(client.isOpen).toBe(true)
    await wait(4000)
    await client.closed
  })

  it('is left to Node when its time is short', async () => {
    answer()
    server.keepAliveTimeout = 50
    const client = connect()
    await client.ask(GET)
    await client.closed
  })

  it('stays open where there is no such time', async () => {
    answer()
    server.keepAliveTimeout = 0
    const client = connect()
    await client.ask(GET)
    await wait(600_000)
    expect(client.isOpen).toBe(true)
  })

  it.runIf(capabilities.idleClock)(
    'stays open where somebody hears of the end of its time, once for each silence',
    async () => {
      answer()
      const heard: unknown[] = []
      server.on('timeout', (socket: Socket) => heard.push(socket.timeout))
      const client = connect()
      for (const count of [1, 2]) {
        await client.ask(GET)
        await wait(30_000)
        expect(heard).toHaveLength(count)
      }
      expect(client.isOpen).toBe(true)
      expect(new Set(heard).size).toBe(1)
      expect(heard[0]).toBeGreaterThanOrEqual(server.keepAliveTimeout)
    },
  )

  // 5,000 is what Node keeps an idle connection for, and as good a time as any for other things.
  describe.each([5000, 6000])('while a request is answered, with a time of %d', (time) => {
    it.each([
      ['req.setTimeout', (req: never) => (req as Timed).setTimeout(time)],
      ['res.setTimeout', (_req: never, res: never) => (res as Timed).setTimeout(time)],
      ['socket.setTimeout', (req: never) => (req as { socket: Timed }).socket.setTimeout(time)],
    ])('set by %s is left to Node', async (_name, set) => {
      const timeouts: unknown[] = []
      const arrived = new Promise<() => void>((resolve) => {
        t.app.get('/', (req, res) => {
          set(req as never, res as never)
          req.socket.on('timeout', () => timeouts.push('early'))
          resolve(() => res.send('answer'))
        })
      })
      const client = connect()
      const answered = client.ask(GET)
      const finish = await arrived
      await wait(60_000)
      expect(timeouts).toEqual([])
      finish()
      await answered
    })

    it('of the server is left to Node', async () => {
      server.timeout = time
      answer()
      const sockets = watchSockets()
      const client = connect()
      await client.ask(GET)
      await client.ask(GET)
      const heard = once(sockets[0] as Socket, 'timeout').then(() => 'early')
      await wait(60_000)
      expect(await Promise.race([heard, 'open'])).toBe('open')
    })
  })

  it.each([
    ['req.setTimeout', ({ req }: Everything, done: () => void) => req.setTimeout(30, done)],
    ['res.setTimeout', ({ res }: Everything, done: () => void) => res.setTimeout(30, done)],
    [
      'socket.setTimeout',
      ({ req }: Everything, done: () => void) => req.socket.setTimeout(30, done),
    ],
  ])('%s tells when its time is over', async (_name, set) => {
    const told = new Promise<void>((resolve) => {
      t.app.post('/', (req, res) => void set({ req, res } as never, resolve))
    })
    // A body that does not come: Node tells requests that are whole nothing.
    connect().socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n')
    await told
  })

  it('is ended by server.setTimeout without a listener, and its listener hears of it', async () => {
    t.app.get('/', () => {})
    server.setTimeout(30)
    const client = connect()
    client.socket.write(GET)
    await client.closed
    const heard = new Promise((resolve) => server.setTimeout(30, resolve))
    connect().socket.write(GET)
    await heard
  })

  it('is ended with the server', async () => {
    answer()
    await connect().ask(GET)
    const closed = once(server, 'close')
    server.close()
    server.closeIdleConnections() // Which `close` does by itself in Node 19 and later.
    await closed
  })

  it.runIf(capabilities.idleClock)('is forgotten when it has ended', async () => {
    answer()
    for (let count = 0; count < 30; count++) await connect().ask(GET)
    expect(vi.getTimerCount()).toBe(1)
    for (const { socket } of clients) socket.destroy()
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0), PATIENCE)
    await connect().ask(GET)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('may be any stream', async () => {
    answer()
    server.keepAliveTimeout = 50 // Set on connections that know times.
    const sent: string[] = []
    const stream = new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        sent.push(String(chunk))
        done()
      },
    })
    server.emit('connection', stream)
    for (const count of [1, 2]) {
      stream.push(GET)
      await vi.waitFor(() => expect(sent.join('').match(/answer/g)).toHaveLength(count), PATIENCE)
    }
    expect(stream).not.toHaveProperty('setTimeout')
    stream.destroy()
  })

  it('keeps its own timeout if it is a stream of the program', async () => {
    answer()
    const timeouts: number[] = []
    const stream = new TimedStream(timeouts)
    const { setTimeout } = stream
    server.emit('connection', stream)
    stream.push(GET)
    // Node sets the keep-alive timeout after the response.
    await vi.waitFor(() => expect(timeouts.at(-1)).toBeGreaterThanOrEqual(5000), PATIENCE)
    expect(stream.setTimeout).toBe(setTimeout)
    stream.destroy()
  })
})

/** A connection that is not Node's own, as tunnels and tests make them. */
class TimedStream extends Duplex {
  readonly #timeouts: number[]

  constructor(timeouts: number[]) {
    super()
    this.#timeouts = timeouts
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done()
  }

  setTimeout(time: number): this {
    this.#timeouts.push(time)
    return this
  }
}

interface Timed {
  setTimeout(time: number, callback?: () => void): unknown
}

interface Everything {
  readonly req: Timed & { readonly socket: Timed }
  readonly res: Timed
}

describe('the clock of idle connections', () => {
  it('does not keep a process alive', async () => {
    const source = `
      const webapp = require('webapp/v5')
      const { connect } = require('node:net')
      const app = webapp()
      app.get('/', (req, res) => res.send('answer'))
      const server = app.listen(0, '127.0.0.1', () => {
        const client = connect(server.address().port, '127.0.0.1')
        client.write(${JSON.stringify(GET)})
        client.once('data', (data) => {
          process.stdout.write(String(data).slice(-6))
          client.unref()
          server.unref()
        })
      })
      server.keepAliveTimeout = 600_000
      server.on('connection', (socket) => socket.unref())`
    const run = promisify(execFile)
    const args = ['--eval', source]
    expect((await run(process.execPath, args)).stdout).toBe('answer')
  })
})
