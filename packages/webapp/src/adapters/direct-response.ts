import { IncomingMessage, type Server } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { createExchange, type DirectExchange, setHeaderLines, trailersOf } from '../node/index.ts'
import { DirectSocket, type ResponseTaker } from './direct-socket.ts'
import { wrongLength } from './framing.ts'
import { recordFailure } from './listener.ts'
import type { Message } from './message.ts'
import { type ResponseHead, readHeaderLines, readResponseHead } from './response-head.ts'
import { toChunk } from './web-streams.ts'

/** The number of bytes at which a response has to wait for its reader. */
const CAPACITY = 64 * 1024

type Chunk = string | Uint8Array
type Callback = () => void
type Explainer = (message: Message, socket: Duplex) => (error: unknown) => unknown

/** A request on its way to the handlers, and its response on the way back. */
export class DirectResponse implements ResponseTaker {
  readonly socket: DirectSocket
  /** Called when the head has arrived, or with an error when the connection closes before. */
  onHead: (error?: Error) => void = () => {}
  /** Replaces the error of an incomplete response by its cause. */
  readonly explain: (error: unknown) => unknown
  readonly #message: Message
  readonly #method: string
  readonly #exchange: DirectExchange
  #head: ResponseHead | undefined = undefined
  /** The body that has arrived, as long as it has no stream. */
  #chunks: Buffer[] = []
  #size = 0
  #incoming: IncomingMessage | undefined = undefined
  /** Lets the writer go on, which waits for the reader. */
  #blocked: Callback | undefined = undefined
  /** How much of the Content-Length has not arrived; `undefined` without one. */
  #missing: number | undefined = undefined
  #isComplete = false
  #isLost = false

  constructor(server: Server, message: Message, explainer: Explainer) {
    this.#message = message
    this.socket = new DirectSocket(message.peer, server, this)
    this.explain = explainer(message, this.socket)
    this.#method = message.method.toUpperCase()
    const { path, headers } = message
    const head = { method: this.#method, path, headers: headers.list }
    this.#exchange = createExchange(server, this.socket, head)
  }

  /** Hands the request to the handlers, and its body. */
  dispatch(server: Server): void {
    const { req, res } = this.#exchange
    server.emit('request', req, res)
    const { body } = this.#message
    if (body instanceof Readable) {
      sendStream(body, this.#message.headers.get('content-length'), req, this.socket)
      return
    }
    if (body !== undefined && body.length > 0) req.push(body)
    endRequest(req)
  }

  get head(): ResponseHead {
    return this.#head as ResponseHead
  }

  /** Whether the whole response has arrived. */
  get isComplete(): boolean {
    const { res } = this.#exchange
    // The end of a response takes some ticks after its last byte.
    return (
      this.#isComplete ||
      (this.#head !== undefined &&
        res.writableEnded &&
        this.socket.writableLength === 0 &&
        !this.#missing &&
        !this.#isLost)
    )
  }

  /** The body, if all of it has arrived. It can be taken once, and has no stream then. */
  takeBody(): Buffer | undefined {
    if (!this.isComplete || this.#incoming !== undefined) return undefined
    this.#complete()
    this.#release()
    const chunks = this.#chunks
    this.#chunks = []
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
  }

  /** The response with its body as a stream. */
  get incoming(): IncomingMessage {
    this.#incoming ??= this.#createIncoming()
    return this.#incoming
  }

  #createIncoming(): IncomingMessage {
    const { statusCode, statusMessage, rawHeaders } = this.head
    const incoming = new Incoming(this.socket as never)
    incoming.onRead = () => this.#unblock()
    Object.assign(incoming, { statusCode, statusMessage, httpVersion: '1.1' })
    Object.assign(incoming, { httpVersionMajor: 1, httpVersionMinor: 1 })
    setHeaderLines(incoming, rawHeaders)
    for (const chunk of this.#chunks.splice(0)) incoming.push(chunk)
    incoming.once('close', () => this.#release())
    if (this.#isComplete) this.#end(incoming)
    else if (this.#isLost) incoming.destroy(connectionLost())
    return incoming
  }

  takeHead(text: string): void {
    const head = readResponseHead(text)
    if (head.statusCode === 101) {
      const { method, path } = this.#message
      const text = `${method} ${path} switched protocols; use a real connection for upgrades`
      recordFailure(this.socket, new Error(text))
      this.socket.destroy()
    }
    // A client waits for another response behind one with a status below 200.
    if (head.statusCode < 200) return
    const length = lengthOf(head, this.#method)
    if (Number.isNaN(length)) {
      recordFailure(this.socket, invalidLength())
      this.socket.destroy()
      return
    }
    this.#head = head
    this.#missing = length
    if (this.#missing === 0) this.#complete()
    this.onHead()
  }

  takeChunk(chunk: Chunk, encoding: BufferEncoding, callback: Callback): void {
    if (this.#isComplete || this.#head === undefined) {
      callback()
      return
    }
    // A program may use the memory of a chunk again once it was written.
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk)
    const hasRoom = this.#keep(
      this.#missing === undefined ? bytes : this.#cut(bytes, this.#missing),
    )
    if (this.#missing === 0) this.#complete()
    if (hasRoom || this.#isComplete) callback()
    else this.#blocked = callback
  }

  /** A client reads no more than the Content-Length. */
  #cut(bytes: Buffer, missing: number): Buffer {
    this.#missing = Math.max(missing - bytes.length, 0)
    return bytes.subarray(0, missing)
  }

  /** Returns false if the writer has to wait. */
  #keep(bytes: Buffer): boolean {
    if (bytes.length === 0) return true
    if (this.#incoming !== undefined) return this.#incoming.push(bytes)
    this.#chunks.push(bytes)
    this.#size += bytes.length
    return this.#size < CAPACITY
  }

  #unblock(): void {
    const callback = this.#blocked
    this.#blocked = undefined
    callback?.()
  }

  takeEnd(): void {
    if (this.#head !== undefined && !this.#missing) this.#complete()
  }

  #complete(): void {
    if (this.#isComplete) return
    this.#isComplete = true
    if (this.#incoming !== undefined) this.#end(this.#incoming)
  }

  #end(incoming: IncomingMessage): void {
    incoming.complete = true
    const trailers = isChunked(this.head) ? trailersOf(this.#exchange.res) : ''
    if (trailers !== '') setHeaderLines(incoming, readHeaderLines(trailers))
    incoming.push(null)
  }

  /** A client closes the connection when it has the response. */
  #release(): void {
    if (!this.#exchange.res.writableEnded) this.socket.destroy()
  }

  takeClose(): void {
    this.#isLost = true
    this.#blocked = undefined
    if (this.#isComplete) return
    if (this.#head === undefined) this.onHead(connectionLost())
    else this.#incoming?.destroy(connectionLost())
  }
}

class Incoming extends IncomingMessage {
  onRead: () => void = () => {}

  override _read(): void {
    this.onRead()
  }
}

/**
 * The length of a body by the head; `undefined` if it ends with the response, NaN for headers that Node's
 * client refuses.
 */
function lengthOf(head: ResponseHead, method: string): number | undefined {
  const [declared, another] = valuesOf(head, 'content-length')
  const isFramed = valuesOf(head, 'transfer-encoding').length > 0
  const isValid = declared === undefined || (/^\d+$/.test(declared) && another === undefined)
  if (!isValid || (isFramed && declared !== undefined)) return Number.NaN
  if (method === 'HEAD' || head.statusCode === 204 || head.statusCode === 304) return 0
  return declared === undefined ? undefined : Number(declared)
}

/** Whether trailers follow the body. */
function isChunked(head: ResponseHead): boolean {
  return valuesOf(head, 'transfer-encoding').some((value) => /\bchunked$/i.test(value))
}

/** The values of a header; `name` is in lower case. */
function valuesOf({ rawHeaders }: ResponseHead, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] as string
    if (each.length === name.length && each.toLowerCase() === name)
      values.push(rawHeaders[at + 1] as string)
  }
  return values
}

/** The error of Node's client for such a head. */
function invalidLength(): Error {
  const code = 'HPE_INVALID_CONTENT_LENGTH'
  return Object.assign(new Error('Parse Error: Invalid Content-Length of the response'), { code })
}

/** Pushes a stream into a request, as fast as the request is read. */
function sendStream(
  body: Readable,
  declared: string | undefined,
  req: IncomingMessage,
  socket: DirectSocket,
): void {
  const length = declared === undefined ? Number.POSITIVE_INFINITY : Number(declared)
  let sent = 0
  const fail = () => {
    recordFailure(socket, wrongLength(String(declared), sent))
    socket.destroy()
    // At once: an iterator that never waits would leave no turn for the events of the connection.
    body.destroy()
  }
  socket.source = body
  if (socket.destroyed) body.destroy()
  socket.once('close', () => body.destroy())
  body.on('error', () => socket.destroy())
  body.once('close', () => {
    if (!body.readableEnded) socket.destroy()
  })
  body.on('data', (chunk: unknown) => {
    const bytes = readChunk(body, chunk)
    if (bytes === undefined) return
    socket.bytesRead += bytes.length
    const rest = length - sent
    sent += bytes.length
    const part = bytes.length > rest ? bytes.subarray(0, rest) : bytes
    if (part.length > 0 && !req.push(part)) body.pause()
    if (sent > length) fail()
  })
  body.once('end', () => {
    if (declared === undefined || sent === length) endRequest(req)
    else fail()
  })
}

/** The bytes of a chunk. A stream of objects may yield other values, which destroy it. */
function readChunk(body: Readable, value: unknown): Uint8Array | undefined {
  try {
    const chunk = toChunk(value)
    return typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  } catch (error) {
    body.destroy(error as Error)
    return undefined
  }
}

function endRequest(req: IncomingMessage): void {
  req.complete = true
  req.push(null)
}

function connectionLost(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}
