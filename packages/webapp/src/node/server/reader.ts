import { AsyncResource } from 'node:async_hooks'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { capabilities, symbolsOf } from '../internals.ts'
import { WITH_BODY, WITHOUT_BODY } from '../request/raw-headers.ts'
import {
  kKind,
  kLane,
  kScanned,
  kScope,
  type LaneConnection,
  type Parser,
} from './lane-messages.ts'
import { type Head, METHOD_NUMBERS, type ReadBuffer, scanHead, sizeLimit } from './scan-head.ts'
import { isPlain } from './server-traits.ts'

// Reads the requests of a connection past Node's parser. All connections share one read buffer, and
// a head that `scanHead` accepts goes to the functions that Node's parser would call. From the first
// other byte on, Node's parser reads the connection, for ever (docs/decisions/0018).

const SIZE = 65536
/** One byte more than Node is given, for the 0 behind what was read. */
const memory = Buffer.allocUnsafeSlow(SIZE + 1) as ReadBuffer
const readable = memory.subarray(0, SIZE)

interface ReadConnection extends LaneConnection {
  readonly _server?: object | null
  readonly _events: Readonly<Record<string, unknown>>
  readonly _handle?: Handle | null
}

interface Handle {
  useUserBuffer?(buffer: Buffer): void
}

/** Node's parser, with the members that it calls itself. */
interface ReadParser extends Parser {
  _consumed?: boolean
  readonly maxHeaderPairs: number
  consume(handle: Handle): void
  unconsume(): void
}

/** The functions that Node's parser calls for each request. */
interface Calls {
  /** Where the parser keeps `body`. */
  readonly bodySlot: string
  headersComplete(this: object, ...args: HeadArguments): unknown
  body(this: object, chunk: Buffer): void
  messageComplete(this: object): void
}

type HeadArguments = [
  versionMajor: number,
  versionMinor: number,
  headers: string[],
  method: number,
  url: string,
  statusCode: undefined,
  statusMessage: undefined,
  upgrade: boolean,
  shouldKeepAlive: boolean,
]

const fields = symbolsOf(new Socket())
const kBuffer = fields.get('kBuffer')
const kBufferCallback = fields.get('kBufferCb')
const kBufferMaker = fields.get('kBufferGen')

const { _tickCallback: emptyTickQueue } = process as unknown as { _tickCallback(): void }

/** `undefined`: not looked for yet. */
let calls: Calls | null | undefined

/** Reads a connection that Node has set up and of which no byte has arrived. */
export function startReading(server: Server, connection: LaneConnection): void {
  const socket = connection as ReadConnection
  const { parser, _handle: handle } = socket as { parser?: ReadParser; _handle?: Handle | null }
  if (!capabilities.scanner || !parser || !handle || !isNew(server, socket)) return
  if (typeof handle.useUserBuffer !== 'function' || parser._consumed !== true) return
  calls ??= findCalls(parser)
  if (calls === null) return
  const reader = new Reader(server, socket, parser, calls)
  parser.unconsume()
  parser._consumed = false
  const members = socket as unknown as Record<symbol, unknown>
  members[kBuffer as symbol] = readable
  members[kBufferMaker as symbol] = null
  members[kBufferCallback as symbol] = (size: number) => reader.read(size)
  socket[kScanned] = true
  handle.useUserBuffer(readable)
}

/** Whether Node's server accepted this connection itself, and nothing else reads it. */
function isNew(server: Server, socket: ReadConnection): boolean {
  return (
    isPlain(socket) &&
    socket._server === server &&
    socket.bytesRead === 0 &&
    socket.readableLength === 0 &&
    isOnlyNodes(socket)
  )
}

/** Whether nothing but Node's server listens to the data of a connection. */
function isOnlyNodes({ _events: events }: ReadConnection): boolean {
  return typeof events.data === 'function' && events.readable === undefined
}

class Reader {
  readonly #socket: ReadConnection
  readonly #parser: ReadParser
  readonly #calls: Calls
  readonly #limit: number
  readonly #scope = new AsyncResource('webapp.connection')
  #isFirst = true

  constructor(server: Server, socket: ReadConnection, parser: ReadParser, calls: Calls) {
    this.#socket = socket
    this.#parser = parser
    this.#calls = calls
    this.#limit = sizeLimit(server)
    socket[kScope] = this.#scope
  }

  /** Takes the bytes at the start of `memory`. The result tells Node whether to read on. */
  read(size: number): boolean {
    const socket = this.#socket
    memory[size] = 0
    if (!socket[kScanned]) return this.#push(0, size)
    if (socket.parser !== this.#parser || socket.readableLength !== 0 || !isOnlyNodes(socket))
      return this.#handOver(0, size)
    // Node's parser reads the first chunk, because some clients send one request alone. If the chunk
    // has more than whole requests of the subset, the parser keeps the connection.
    if (this.#isFirst) {
      this.#isFirst = false
      return isWhole(size, this.#limit) ? this.#parse(0, size) : this.#handOver(0, size)
    }
    let at = 0
    while (at < size) {
      const head = scanHead(memory, at, this.#limit)
      if (head === undefined || head.end + head.bodyLength > size || this.#hasTooMany(head))
        return this.#handOver(at, size)
      at = head.end + head.bodyLength
      this.#deliver(head)
    }
    return true
  }

  /** Node drops the headers behind `server.maxHeadersCount`, or refuses the request. */
  #hasTooMany({ headers }: Head): boolean {
    const { maxHeaderPairs: most } = this.#parser
    return most > 0 && headers.length > most
  }

  /**
   * Makes the calls of Node's parser. Code of the program runs in the async context of the
   * connection.
   */
  #deliver({ method, url, headers, hasLength, bodyLength, end }: Head): void {
    const { headersComplete, messageComplete } = this.#calls
    const socket = this.#socket
    const parser = this.#parser
    // Node's parser knows one request at a time: one that waits must get its body before the next.
    socket[kLane]?.run()
    socket[kKind] = hasLength ? WITH_BODY : WITHOUT_BODY
    const body = bodyLength === 0 ? undefined : Buffer.from(memory.subarray(end, end + bodyLength))
    headersComplete.call(parser, 1, 1, headers, method, url, undefined, undefined, false, true)
    const lane = socket[kLane]
    if (body !== undefined) {
      const deliverBody = () => this.#deliverBody(body)
      if (lane?.isWaiting) lane.postpone(deliverBody)
      else deliverBody()
    } else if (lane?.isWaiting) messageComplete.call(parser)
    else this.#scope.runInAsyncScope(messageComplete, parser)
  }

  #deliverBody(body: Buffer): void {
    const { body: bodyChunk, messageComplete } = this.#calls
    this.#scope.runInAsyncScope(bodyChunk, this.#parser, body)
    // Node empties its queue of ticks after a chunk, before the end of the body.
    emptyTickQueue()
    this.#scope.runInAsyncScope(messageComplete, this.#parser)
  }

  /** From here on Node's parser reads this connection. */
  #handOver(at: number, size: number): boolean {
    const parser = this.#parser
    const socket = this.#socket
    socket[kScanned] = false
    socket[kKind] = undefined
    // A request that waits for its turn comes before what Node finds in these bytes.
    socket[kLane]?.run()
    const mayGoOn = this.#parse(at, size)
    const { _handle: handle } = socket
    const isNodesAlone = socket.parser === parser && socket.readableFlowing && isOnlyNodes(socket)
    // Bytes that wait in the stream must reach the parser before those that come later.
    if (handle && mayGoOn && isNodesAlone && socket.readableLength === 0) {
      parser._consumed = true
      parser.consume(handle)
    }
    return mayGoOn
  }

  /** Pushes bytes into the stream of the socket: Node's listener gives them to Node's parser. */
  #parse(at: number, size: number): boolean {
    const { bodySlot, body } = this.#calls
    const slots = this.#parser as unknown as Record<string, Calls['body']>
    // As if the parser read the socket itself: see `#deliverBody`.
    slots[bodySlot] = function (chunk) {
      body.call(this, chunk)
      emptyTickQueue()
    }
    try {
      return this.#push(at, size)
    } finally {
      slots[bodySlot] = body
    }
  }

  #push(at: number, size: number): boolean {
    return this.#socket.push(Buffer.from(memory.subarray(at, size)))
  }
}

/** Whether the bytes are one or more whole requests that `scanHead` accepts. */
function isWhole(size: number, limit: number): boolean {
  let at = 0
  while (at < size) {
    const head = scanHead(memory, at, limit)
    if (head === undefined) return false
    at = head.end + head.bodyLength
  }
  return at === size
}

/** The functions of a parser, if they do what is expected with a throw-away request. */
function findCalls(parser: object): Calls | null {
  const members = parser as Record<string, ((...args: never[]) => unknown) | undefined>
  const slot = (name: string) => Object.keys(members).find((key) => members[key]?.name === name)
  const bodySlot = slot('parserOnBody')
  const headersComplete = members[slot('parserOnHeadersComplete') ?? '']
  const messageComplete = members[slot('parserOnMessageComplete') ?? '']
  if (!bodySlot || !headersComplete || !messageComplete) return null
  const found = { bodySlot, headersComplete, body: members[bodySlot], messageComplete } as Calls
  return Object.entries(METHOD_NUMBERS).every(([name, number]) => reports(found, name, number))
    ? found
    : null
}

/** Whether a request with this method arrives as it was given. */
function reports({ headersComplete }: Calls, method: string, number: number): boolean {
  let seen: { method?: string; url?: string; rawHeaders?: string[]; httpVersion?: string } = {}
  const parser = {
    socket: null,
    incoming: null,
    _headers: [],
    _url: '',
    maxHeaderPairs: 0,
    onIncoming: (req: typeof seen) => {
      seen = req
    },
  }
  const given: HeadArguments = [1, 1, ['A', 'b'], number, '/', undefined, undefined, false, true]
  headersComplete.apply(parser, given)
  return (
    seen.method === method &&
    seen.url === '/' &&
    seen.httpVersion === '1.1' &&
    seen.rawHeaders?.join() === 'A,b'
  )
}
