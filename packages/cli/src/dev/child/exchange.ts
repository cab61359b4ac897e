import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { LayerReport } from '../errors/report.ts'
import type { OutputLine, StreamReport } from '../inspector/messages.ts'
import { isLocalRequest } from '../local-request.ts'
import { hasNoLength, hasStreamType } from './streams.ts'

/** Previews of bodies, and of what a request wrote to the console. */
export const MAX_PREVIEW = 65_536
const MAX_LAYERS = 500

/** What a client got. A response over HTTP, or the bytes that answered a handshake. */
export interface Sent {
  readonly status: number
  /** Whether the client got all of it. */
  readonly isComplete: boolean
  readonly headers: [string, string][]
}

/** A connection that left HTTP. */
export interface Upgrade {
  /** The Upgrade header of the client. */
  readonly protocol: string
  readonly isOpen: boolean
  readonly received: number
  readonly sent: number
}

/** A request of the program, while it is handled. */
export class Exchange {
  readonly id = randomBytes(8).toString('hex')
  readonly time = Date.now()
  readonly began = performance.now()
  readonly req: IncomingMessage
  /** `undefined` for a handshake until webapp handles it, and for one that webapp never sees. */
  res: ServerResponse | undefined
  readonly method: string
  readonly url: string
  // The socket of an HTTP/2 request cannot be asked after its session has ended.
  readonly port: number | undefined
  readonly remoteAddress: string | undefined
  readonly isSecure: boolean
  /** Whether the client may see what `webapp dev` adds. */
  readonly isLocal: boolean
  /** Whether bodies, handlers and output are kept. */
  readonly isRecorded: boolean
  readonly requestBody = new Preview()
  readonly responseBody = new Preview()
  readonly layers: LayerReport[] = []
  readonly output: OutputLine[] = []
  #outputSize = 0
  route: string | undefined
  /** The parameters at the time of the failure, or of the last handler of a route. */
  params: unknown
  /** The error that no handler handled, if `hasFailed`. */
  error: unknown
  hasFailed = false
  /** Whether the response is the error page of `webapp dev`. */
  hasErrorPage = false
  /** Milliseconds from the request to the head of the response; `undefined` until it is sent. */
  #headAfter: number | undefined
  #hasStreamType = false
  /** Whether the program has ended the response while its client was there. */
  hasEnded = false
  isClosed = false
  readonly #readSent: () => Sent
  /** Describes the connection of a handshake. */
  readonly readUpgrade: (() => Upgrade) | undefined

  constructor(
    req: IncomingMessage,
    isRecorded: boolean,
    how: { res?: ServerResponse; sent: () => Sent; upgrade?: () => Upgrade },
  ) {
    this.req = req
    this.res = how.res
    this.#readSent = how.sent
    this.readUpgrade = how.upgrade
    this.method = req.method ?? ''
    this.url = req.url ?? ''
    this.port = req.socket?.localPort
    this.remoteAddress = req.socket?.remoteAddress
    this.isSecure = (req.socket as TLSSocket | undefined)?.encrypted === true
    this.isLocal = isLocalRequest(req)
    this.isRecorded = isRecorded
  }

  get sent(): Sent {
    return this.#readSent()
  }

  /** The head of the response was sent. Returns whether its type is that of a stream. */
  noteHead(): boolean {
    this.#headAfter ??= this.elapsed
    this.#hasStreamType = hasStreamType(this.sent.headers)
    return this.#hasStreamType
  }

  /** The response as a stream; `undefined` for one that has an end of its own. */
  get stream(): StreamReport | undefined {
    if (this.#headAfter === undefined) return undefined
    const isStream = this.#hasStreamType || (this.isClosed && this.#wasLeft())
    return isStream ? { isOpen: !this.isClosed, headAfter: this.#headAfter } : undefined
  }

  /** Whether the client left while the program was still sending a body without a length. */
  #wasLeft(): boolean {
    return !this.hasEnded && this.responseBody.size > 0 && hasNoLength(this.sent.headers)
  }

  /** Whether the client left before it had a response that would have ended. */
  get isAborted(): boolean {
    return !this.sent.isComplete && this.stream === undefined
  }

  /** Milliseconds until the response: a stream is open as long as its client wants. */
  get responseTime(): number {
    return this.stream?.headAfter ?? this.elapsed
  }

  /** Milliseconds since the request arrived. */
  get elapsed(): number {
    return performance.now() - this.began
  }

  addLayer(layer: LayerReport): void {
    if (this.layers.length < MAX_LAYERS) this.layers.push(layer)
  }

  addOutput(stream: OutputLine['stream'], text: string): void {
    if (this.#outputSize >= MAX_PREVIEW) return
    this.#outputSize += text.length
    this.output.push({ stream, text: text.slice(0, MAX_PREVIEW) })
  }
}

/** The first bytes of a body, and its size. */
class Preview {
  readonly #chunks: Buffer[] = []
  #kept = 0
  size = 0

  add(chunk: unknown, encoding?: unknown): void {
    const bytes = toBuffer(chunk, encoding)
    this.size += bytes.length
    if (this.#kept >= MAX_PREVIEW || bytes.length === 0) return
    // A copy: the program may write into its buffer again.
    const part = Buffer.from(bytes.subarray(0, MAX_PREVIEW - this.#kept))
    this.#kept += part.length
    this.#chunks.push(part)
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

/** The bytes of a chunk that was passed to `write`, `end` or `push`. */
export function toBuffer(chunk: unknown, encoding?: unknown): Buffer {
  if (typeof chunk === 'string') {
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
  }
  return chunk instanceof Uint8Array
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : Buffer.alloc(0)
}

const exchanges = new WeakMap<object, Exchange>()

/** The exchange whose handlers are running. */
export const currentExchange = new AsyncLocalStorage<Exchange>()

export function rememberExchange(exchange: Exchange): void {
  exchanges.set(exchange.req, exchange)
}

/** The exchange of a request; `undefined` for requests in memory, such as those of `app.inject`. */
export function exchangeOf(req: object): Exchange | undefined {
  return exchanges.get(req)
}
