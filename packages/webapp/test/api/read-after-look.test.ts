import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { finished, isReadable, Writable } from 'node:stream'
import { pipeline, finished as untilFinished } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import type { Factory } from '../support/originals.ts'
import { starts } from '../support/starts.ts'

// A handler looks at the stream of its request, then reads it. Everything that the handler sees is
// compared with Node's own request, for every look, read, moment and body.

type Note = (what: unknown) => void

const looks: Record<string, (req: IncomingMessage, note: Note) => void> = {
  'without a look': () => {},
  'after req.destroyed': (req, note) => note(req.destroyed),
  'after req.closed': (req, note) => note(req.closed),
  'after req.readable': (req, note) => note(req.readable),
  'after req.readableEnded': (req, note) => note(req.readableEnded),
  'after isReadable(req)': (req, note) => note(isReadable(req)),
  'after finished(req)': (req, note) => {
    finished(req, (error) => note(error ? `finished with ${error.code}` : 'finished'))
  },
}

/** Each read calls `count` with the length of every chunk; its promise is settled when it ends. */
type Read = (req: IncomingMessage, count: (bytes: number) => void) => Promise<unknown>

const reads: Record<string, Read> = {
  'for await': async (req, count) => {
    for await (const chunk of req) count(chunk.length)
  },
  pipeline: (req, count) => pipeline(req, counter(count)),
  finished: (req) => untilFinished(req),
  "on('data') and on('end')": (req, count) => {
    req.on('data', (chunk: Buffer) => count(chunk.length))
    return once(req, 'end')
  },
}

function counter(count: (bytes: number) => void): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      count(chunk.length)
      done()
    },
  })
}

const MOMENTS = [
  'before the response',
  'right after res.send',
  "on 'finish'",
  "on 'close'",
  'a turn later',
  'in the next request',
] as const
type Moment = (typeof MOMENTS)[number]

interface Body {
  /** Sent at once. */
  readonly head: string
  /** Sent when the read has begun; null closes the connection instead. */
  readonly rest?: string | null
}

const LENGTH = 'POST /ID HTTP/1.1\r\nHost: a\r\nContent-Length:'
const CHUNKED = 'POST /ID HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

const bodies: Record<string, Body> = {
  'no body': { head: 'GET /ID HTTP/1.1\r\nHost: a\r\n\r\n' },
  'no body, on a connection that closes': {
    head: 'GET /ID HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    rest: null,
  },
  'Content-Length: 0': { head: `${LENGTH} 0\r\n\r\n` },
  'a whole body': { head: `${LENGTH} 5\r\n\r\nhello` },
  'half a body': { head: `${LENGTH} 10\r\n\r\nhello`, rest: 'world' },
  'a body that is late': { head: `${LENGTH} 5\r\n\r\n`, rest: 'hello' },
  'a body that is cut off': { head: `${LENGTH} 10\r\n\r\nhello`, rest: null },
  'a body that never comes': { head: `${LENGTH} 10\r\n\r\n`, rest: null },
  'a whole chunked body': { head: `${CHUNKED}5\r\nhello\r\n0\r\n\r\n` },
  'half a chunked body': { head: `${CHUNKED}5\r\nhello\r\n`, rest: '5\r\nworld\r\n0\r\n\r\n' },
  'an empty chunked body that ends late': { head: CHUNKED, rest: '0\r\n\r\n' },
}

interface Case {
  readonly look: keyof typeof looks
  readonly read: keyof typeof reads
  readonly moment: Moment
  /** Whether the handler also looks at every moment before that. */
  readonly looksAllAlong: boolean
  readonly answersLater: boolean
  readonly body: Body
}

/** The state that a stream shows, including the members by which Node judges it. */
function state(req: IncomingMessage): string {
  const { readable, readableEnded, readableAborted, readableDidRead, destroyed, closed } = req
  const { errored } = req
  const shown = { readable, readableEnded, readableAborted, readableDidRead, destroyed, closed }
  return JSON.stringify({ ...shown, errored: errored?.message, isReadable: isReadable(req) })
}

/** One exchange: what its handler does at which moment, and everything that it sees. */
class Exchange {
  readonly notes: unknown[] = []
  readonly #case: Case
  #req: IncomingMessage | undefined
  #read = 'has not begun'
  #onReady = () => {}
  /** The client may send the rest of the body. */
  readonly ready = new Promise<void>((resolve) => {
    this.#onReady = resolve
  })

  constructor(of: Case) {
    this.#case = of
  }

  get socket(): Socket | undefined {
    return this.#req?.socket
  }

  /** The handler of the request, and of the next one on its connection. */
  handle(req: IncomingMessage, res: ServerResponse): void {
    if (this.#req !== undefined) {
      this.#reach('in the next request')
      respond(res)
      return
    }
    this.#req = req
    this.#listen(res)
    this.#reach('before the response')
    if (this.#case.answersLater) setImmediate(() => this.#respond(res))
    else this.#respond(res)
  }

  /** Waits until Node's parser has read the whole request: the next one does not come along with it. */
  async received(): Promise<void> {
    while (!this.#req?.complete && !this.socket?.destroyed) await turn()
  }

  /** What became of the read, and of the stream. */
  noteOutcome(when: string): void {
    if (this.#req) this.notes.push(`${when}: the read ${this.#read}, ${state(this.#req)}`)
  }

  #respond(res: ServerResponse): void {
    respond(res)
    this.#reach('right after res.send')
  }

  // Without need there is no listener: with one, a response goes another way.
  #listen(res: ServerResponse): void {
    const { moment, looksAllAlong } = this.#case
    const isWanted = (at: Moment) =>
      at === moment || (looksAllAlong && MOMENTS.indexOf(at) < MOMENTS.indexOf(moment))
    if (isWanted("on 'finish'")) res.on('finish', () => this.#reach("on 'finish'"))
    if (isWanted("on 'close'")) res.on('close', () => this.#reach("on 'close'"))
    if (isWanted('a turn later')) {
      res.on('close', () => setImmediate(() => this.#reach('a turn later')))
    } else if (moment === 'in the next request') this.#onReady()
  }

  #reach(at: Moment): void {
    const { moment, looksAllAlong } = this.#case
    if (this.#read !== 'has not begun') return
    if (at === moment || looksAllAlong) this.#look()
    if (at === moment) this.#begin()
    if (at === moment || at === 'a turn later') this.#onReady()
  }

  #look(): void {
    const { look } = this.#case
    if (this.#req) looks[look]?.(this.#req, (what) => this.notes.push(what))
  }

  #begin(): void {
    const req = this.#req
    const read = reads[this.#case.read]
    if (!req || !read) return
    let bytes = 0
    this.#read = 'goes on'
    read(req, (count) => {
      bytes += count
    }).then(
      () => {
        this.#read = `ended after ${bytes} bytes`
      },
      (error: NodeJS.ErrnoException) => {
        this.#read = `failed after ${bytes} bytes with ${error.code}`
      },
    )
    this.notes.push(`begun: ${state(req)}`)
  }
}

function respond(res: ServerResponse & { send?: (body: string) => unknown }): void {
  if (res.send) res.send('ok')
  else res.end('ok')
}

/** A server whose requests name the exchange that they belong to. */
class Host {
  readonly #exchanges = new Map<string, Exchange>()
  #server: Server | undefined
  #ids = 0

  readonly handle = (req: IncomingMessage, res: ServerResponse): void => {
    const exchange = this.#exchanges.get(req.url ?? '')
    if (exchange) exchange.handle(req, res)
    else respond(res)
  }

  async start(server: Server): Promise<void> {
    this.#server = server
    if (!server.listening) await once(server, 'listening')
    // A server learns the classes of an application with its first request.
    const response = await fetch(`http://127.0.0.1:${this.#port}/`)
    await response.text()
  }

  stop(): void {
    this.#server?.close().closeAllConnections()
  }

  /** Everything that the handler of one case sees, until its connection is closed. */
  async observe(of: Case): Promise<unknown[]> {
    const { head, rest } = of.body
    const path = `/${this.#ids++}`
    const exchange = new Exchange(of)
    this.#exchanges.set(path, exchange)
    const client = new Client(await connected(this.#port))
    client.write(head.replace('/ID', path))
    await exchange.ready
    await client.responses(1)
    if (typeof rest === 'string') client.write(rest)
    if (rest !== null) {
      await exchange.received()
      client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await client.responses(2)
      // A read that has not ended by now never will: the connection had another exchange.
      exchange.noteOutcome('at the end')
    }
    client.close()
    await closed(exchange.socket)
    exchange.noteOutcome('when its connection is closed')
    this.#exchanges.delete(path)
    return exchange.notes
  }

  get #port(): number {
    return (this.#server?.address() as AddressInfo | undefined)?.port ?? 0
  }
}

/** Counts the responses that a connection receives. */
class Client {
  readonly #socket: Socket
  #received = ''
  #onNews = () => {}

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (text: string) => {
      this.#received += text
      this.#onNews()
    })
    socket.on('close', () => this.#onNews())
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Waits for so many responses, or for the end of the connection. */
  async responses(count: number): Promise<void> {
    while (this.#received.split('\r\n\r\nok').length <= count && !this.#socket.closed) {
      await new Promise<void>((resolve) => {
        this.#onNews = resolve
      })
    }
  }
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Waits for the end of a connection, and for everything that follows in the same turns. */
async function closed(socket: Socket | undefined): Promise<void> {
  if (socket && !socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  for (let turns = 0; turns < 3; turns++) await turn()
}

/** How a handler comes to its look: when it responds, and how often it looks before its read. */
const manners: Record<string, Pick<Case, 'answersLater' | 'looksAllAlong'>> = {
  once: { answersLater: false, looksAllAlong: false },
  'all along': { answersLater: false, looksAllAlong: true },
  'with a late response': { answersLater: true, looksAllAlong: false },
}

function casesOf(moment: Moment, body: Body, wanted: readonly string[]): [string, Case][] {
  return wanted.flatMap((look) =>
    Object.keys(reads).flatMap((read) =>
      Object.entries(manners).map(([manner, how]): [string, Case] => {
        return [`${read} ${look} ${manner}`, { ...how, look, read, moment, body }]
      }),
    ),
  )
}

async function observeAll(host: Host, cases: [name: string, of: Case][]) {
  const observed = cases.map(async ([name, of]) => [name, await host.observe(of)] as const)
  return Object.fromEntries(await Promise.all(observed))
}

type Observed = Awaited<ReturnType<typeof observeAll>>

/** The cases that differ: a diff of all of them is too long to read. */
function differences(ours: Observed, nodes: Observed): Record<string, unknown> {
  const different = Object.entries(ours).filter(([name, seen]) => {
    return !isDeepStrictEqual(seen, nodes[name])
  })
  return Object.fromEntries(different.map(([name, seen]) => [name, { seen, node: nodes[name] }]))
}

const table = MOMENTS.flatMap((moment) =>
  Object.entries(bodies)
    .filter(([, { rest }]) => rest !== null || moment !== 'in the next request')
    .map(([name, body]) => [moment, name, body] as const),
)

/** What Node's own requests show; observed once for all dialects. */
const nodes = new Map<string, Promise<Observed>>()
const node = new Host()

beforeAll(() => node.start(createServer(node.handle).listen(0, '127.0.0.1')))
afterAll(() => node.stop())

/** For the other dialects and the other way to a server: one getter, and one that listens. */
const someLooks = ['after req.destroyed', 'after finished(req)']
const allLooks = [...new Set([...someLooks, ...byTurns(Object.keys(looks), 1)])]

describeDialects('a request that is read after a look', ['5.x', '4.x', '3.x'], (t) => {
  describe.each(Object.entries(starts))('with %s', (way, start) => {
    const wanted = t.dialect === '5.x' && way === 'app.listen()' ? allLooks : someLooks
    const suite = Object.keys(factories).indexOf(t.dialect) + Object.keys(starts).indexOf(way)
    const host = new Host()
    beforeAll(() => {
      const app = (factories[t.dialect] as unknown as Factory)()
      app.use(host.handle)
      return host.start(start(app))
    })
    afterAll(() => host.stop())

    it.each(byTurns(table, suite))("is like Node's %s: %s", async (moment, name, body) => {
      const key = `${moment}: ${name}`
      const observed = nodes.get(key) ?? observeAll(node, casesOf(moment, body, allLooks))
      nodes.set(key, observed)
      const ours = await observeAll(host, casesOf(moment, body, wanted))
      expect(differences(ours, await observed)).toEqual({})
    })
  })
})
