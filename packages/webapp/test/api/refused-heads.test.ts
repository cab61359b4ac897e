import { once } from 'node:events'
import { createServer, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { type Bench, describeDialects } from '../support/dialects.ts'
import { hasClosed } from '../support/has-closed.ts'
import { identity } from '../support/http2.ts'
import { type Factory, originalFor } from '../support/originals.ts'

// Heads that Node refuses, on any request of a connection. The original shows what a client sees.

interface Settings extends ServerOptions {
  readonly maxHeadersCount?: number | undefined
  readonly isSecure?: boolean
}

/** Bytes to send, and what to wait for: so many responses, or the server has read the bytes. */
type Step = readonly [bytes: string, responses: number | 'read']

/** Sends steps on a connection. Returns all bytes that the server sends until it is closed. */
type Talk = (steps: readonly Step[]) => Promise<string>

async function start(webapp: Factory, settings: Settings): Promise<Talk> {
  const { maxHeadersCount, isSecure = false, ...options } = settings
  const app = webapp()
  app.set('env', 'test').disable('x-powered-by')
  app.use((req, res) => void res.send(`${req.method} ${req.url}`))
  const server = (
    isSecure
      ? createSecureServer({ ...options, ...identity }, app as never)
      : createServer(options, app as never)
  ) as Server
  if (maxHeadersCount !== undefined) server.maxHeadersCount = maxHeadersCount
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const talk: Talk = async (steps) => {
    const client = new Client(server, isSecure)
    await client.say(steps)
    client.socket.end()
    await client.closed
    // 4.x stands for 3.x, whose entity tags are others.
    return client.text.replaceAll(/^(?:Date|ETag): .*\r\n/gm, '')
  }
  // webapp adopts a server with its first request, and knows the connections from then on.
  await talk([[LAST, 1]])
  return talk
}

class Client {
  readonly socket: Socket
  readonly closed: Promise<void>
  text = ''
  readonly #accepted: Promise<Socket>
  #sent = 0
  #wake = () => {}

  constructor(server: Server, isSecure: boolean) {
    this.#accepted = once(server, 'connection').then(([socket]) => socket as Socket)
    const { port } = server.address() as AddressInfo
    const target = { port, host: '127.0.0.1', noDelay: true }
    this.socket = isSecure
      ? connectSecurely({ ...target, ca: identity.cert, servername: 'localhost' })
      : connect(target)
    this.socket.setEncoding('latin1').on('error', () => {})
    this.socket.on('data', (chunk) => {
      this.text += chunk
      this.#wake()
    })
    this.closed = hasClosed(this.socket)
    this.socket.on('close', () => this.#wake())
  }

  async say(steps: readonly Step[]): Promise<void> {
    let responses = 0
    const accepted = await this.#accepted
    for (const [bytes, expected] of steps) {
      // What is sent to a closed connection resets it, and the client may lose the last response.
      if (this.socket.destroyed || accepted.destroyed) return
      this.socket.write(bytes, 'latin1')
      this.#sent += bytes.length
      if (expected === 'read') await this.#isRead()
      else {
        responses += expected
        await this.#hasReceived(responses)
      }
    }
  }

  /** Waits until the server has read what was sent, in parts that it saw on their own. */
  async #isRead(): Promise<void> {
    const accepted = await this.#accepted
    while (accepted.bytesRead < this.#sent && !this.socket.destroyed) {
      await new Promise(setImmediate)
    }
  }

  /** Waits for as many final responses, or for the end of the connection. */
  async #hasReceived(count: number): Promise<void> {
    while (this.text.split(/HTTP\/1\.1 [2-5]/).length <= count && !this.socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

const GOOD = 'GET /good HTTP/1.1\r\nHost: a\r\n\r\n'
const LAST = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

function fill(count: number): string {
  return Array.from({ length: count }, (_, index) => `X-${index}: ${index}\r\n`).join('')
}

/** A request on a fresh connection, on a known one, and together with others. */
function placesOf(request: string): Step[][] {
  return [
    [
      [request, 1],
      [LAST, 1],
    ],
    [
      [GOOD, 1],
      [GOOD, 1],
      [GOOD, 1],
      [request, 1],
      [LAST, 1],
    ],
    [
      [GOOD, 1],
      [GOOD, 1],
      [request, 1],
      [request, 1],
      [LAST, 1],
    ],
    [[GOOD + GOOD + request + LAST, 4]],
    [
      [GOOD, 1],
      [GOOD, 1],
      [GOOD + request + LAST, 3],
    ],
  ]
}

/** Starts the original and webapp. The result compares what their clients see, and returns it. */
async function startBoth(t: Bench, settings: Settings = {}): Promise<Talk> {
  const original = await start(originalFor(t.dialect), settings)
  const ours = await start(t.webapp as unknown as Factory, settings)
  return async (steps) => {
    const expected = await original(steps)
    expect([steps, await ours(steps)]).toEqual([steps, expected])
    return expected
  }
}

describeDialects('a Host header', ['5.x', '4.x', '3.x'], (t) => {
  const bench = t as unknown as Bench

  /** Tries requests with Host behind other headers, at all places of a connection. */
  async function tryHosts(
    settings: Settings,
    version: string,
    positions: readonly (number | 'none')[],
  ): Promise<void> {
    const compare = await startBoth(bench, settings)
    for (const before of positions) {
      const host = before === 'none' ? '' : `${fill(before)}Host: a\r\n`
      const keep = version === '1.0' ? 'Connection: keep-alive\r\n' : ''
      const request = `GET /tested HTTP/${version}\r\n${keep}${host}X-End: 1\r\n\r\n`
      for (const steps of placesOf(request)) await compare(steps)
    }
  }

  const counts = [undefined, 0, 1, 2, 3, 40]

  it.each(counts)('counts if it is read with maxHeadersCount %s', async (maxHeadersCount) => {
    await tryHosts({ maxHeadersCount }, '1.1', [0, 1, 2, 3, 39, 40, 'none'])
  })

  it.each(counts)('is not needed by HTTP/1.0, with maxHeadersCount %s', async (maxHeadersCount) => {
    await tryHosts({ maxHeadersCount }, '1.0', [0, 3, 'none'])
  })

  it.each(counts)('is not needed if the server says so, maxHeadersCount %s', async (count) => {
    const settings = { maxHeadersCount: count, requireHostHeader: false }
    await tryHosts(settings, '1.1', [0, 3, 'none'])
  })

  it.each([0, 2])('counts if it is read, with TLS and maxHeadersCount %i', async (count) => {
    await tryHosts({ maxHeadersCount: count, isSecure: true }, '1.1', [0, 2, 'none'])
  })
})

describeDialects('a malformed head', ['5.x', '4.x', '3.x'], (t) => {
  const bench = t as unknown as Bench

  /** Lines that Node refuses, behind the headers of a request. */
  const lines = {
    'a line without a colon': 'broken\r\n',
    'a space before a colon': 'X-A : 1\r\n',
    'an empty name': ': 1\r\n',
    'a name with a parenthesis': 'X(A): 1\r\n',
    NUL: 'X-A: \0\r\n',
    'a bare CR': 'X-A: 1\rX-B: 2\r\n',
    'a length that is not a number': 'Content-Length: x\r\n',
    'a coding and a length': 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n',
  }
  const kinds = Object.entries(lines)

  function requestWith(count: number, line: string, behind = 0): string {
    return `GET /bad HTTP/1.1\r\nHost: a\r\n${fill(count)}${line}${fill(behind)}\r\n`
  }

  // Node's parser delivers headers in groups of 32. Node sends no 400 while an earlier response is
  // under way, and closes the connection.
  it.each(kinds)('is refused behind a good request in one segment: %s', async (_kind, line) => {
    const compare = await startBoth(bench)
    for (const count of [0, 1, 30, 31, 32, 33, 63, 64, 100]) {
      const first = await compare([[GOOD + requestWith(count, line), 2]])
      const later = await compare([
        [GOOD, 1],
        [GOOD, 1],
        [GOOD + requestWith(count, line, 3), 2],
      ])
      expect(first + later).not.toContain('/bad')
    }
  })

  it.each(kinds)('is refused on its own, at any place of a connection: %s', async (_kind, line) => {
    const compare = await startBoth(bench)
    for (const count of [0, 31, 32, 33, 64]) {
      for (const before of [0, 1, 2, 3]) {
        const good = Array.from({ length: before }, (): Step => [GOOD, 1])
        const seen = await compare([...good, [requestWith(count, line), 1]])
        expect(seen).toContain('HTTP/1.1 400 ')
      }
    }
  })

  it.each(kinds)('is refused if it arrives in parts: %s', async (_kind, line) => {
    const compare = await startBoth(bench)
    for (const count of [0, 32, 40]) {
      const head = `GET /bad HTTP/1.1\r\nHost: a\r\n${fill(count)}`
      const bad = head + line
      for (const cut of [1, 10, head.length - 3, head.length, head.length + 2]) {
        await compare([
          [GOOD, 1],
          [GOOD + bad.slice(0, cut), 1],
          [`${bad.slice(cut)}\r\n`, 1],
        ])
        await compare([
          [GOOD, 1],
          [GOOD, 1],
          [bad.slice(0, cut), 'read'],
          [`${bad.slice(cut)}\r\n`, 1],
        ])
      }
    }
  })

  it('is refused if its first line is malformed', async () => {
    const compare = await startBoth(bench)
    for (const first of ['GET', 'GET /bad HTTPS/1.1', 'get /bad HTTP/1.1', 'GET /bad HTTP/9']) {
      for (const count of [0, 33]) {
        const bad = `${first}\r\nHost: a\r\n${fill(count)}\r\n`
        await compare([[GOOD + bad, 2]])
        await compare([
          [GOOD, 1],
          [GOOD + GOOD + bad, 3],
        ])
      }
    }
  })
})
