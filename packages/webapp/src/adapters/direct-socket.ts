import { type DirectConnection, expireConnection } from '../node/index.ts'
import { nextTick, setImmediate } from '../runtime/timers.ts'
import { recordFailure } from './listener.ts'
import { MemorySocket, type Peer } from './memory-socket.ts'

/** Takes a response as it is written. */
export interface ResponseTaker {
  /** A head as text, in the characters that a client of HTTP/1 reads. */
  takeHead(head: string): void
  /** Calls back when there is room for more. */
  takeChunk(chunk: string | Uint8Array, encoding: BufferEncoding, callback: () => void): void
  takeEnd(): void
  /** The connection has closed. A program may have removed the listeners for that event. */
  takeClose(): void
}

/** The body of a request. */
interface BodySource {
  resume(): void
  pause(): void
}

type Callback = (error?: Error | null) => void

/** The connection of a request that goes to the handlers directly, without bytes of HTTP. */
export class DirectSocket extends MemorySocket implements DirectConnection {
  readonly server: object
  source: BodySource | undefined = undefined
  readonly #taker: ResponseTaker
  /** The head that Node composed, until it is written. */
  #head: string | undefined = undefined
  #isHeadWritten = false
  #isOver = false

  constructor(peer: Peer, server: object, taker: ResponseTaker) {
    super(peer, { decodeStrings: false, read() {} })
    this.server = server
    this.#taker = taker
    this.on('error', onError)
  }

  announceHead(head: string): void {
    this.#head = head
  }

  endResponse(): void {
    this.#isOver = true
    this.#taker.takeEnd()
    this.destroy()
  }

  endAlone(): void {
    this.write('', () => this.endResponse())
  }

  /** Called for an error that a program emits, and for one with which it destroyed the connection. */
  fail(error: Error): void {
    if (this.destroyed) return
    if (this.writable && this.#head === undefined) {
      this.#taker.takeHead(BAD_REQUEST)
      this.#taker.takeEnd()
    }
    this.destroy(error)
  }

  /** A connection that is destroyed early closes in a later turn, as a socket does. */
  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    if (this.#isOver) this.#close(error, callback)
    else setImmediate(() => this.#close(error, callback))
  }

  #close(error: Error | null, callback: (error: Error | null) => void): void {
    super._destroy(error, callback)
    // Behind the event.
    nextTick(() => this.#taker.takeClose())
  }

  /** A client that sees the end of its connection has its response, or will never have it. */
  override _final(callback: Callback): void {
    callback()
    setImmediate(() => this.destroy())
  }

  override _write(chunk: string | Uint8Array, encoding: BufferEncoding, callback: Callback): void {
    this.noteWritten(chunk.length)
    // Programs write nothing to see when the bytes before are sent.
    if (chunk.length === 0) {
      callback()
      return
    }
    const body = this.#isHeadWritten ? chunk : this.#takeHead(chunk, encoding)
    if (body === undefined) callback(this.#refuse())
    else if (body.length === 0) callback()
    else this.#taker.takeChunk(body, encoding, callback)
  }

  /** What follows the head; `undefined` if the bytes are not those of the response. */
  #takeHead(chunk: string | Uint8Array, encoding: BufferEncoding): string | undefined {
    const head = this.#head
    if (typeof chunk !== 'string') return undefined
    if (head === undefined || !chunk.startsWith(head)) {
      return INTERIM.test(chunk) ? '' : undefined
    }
    this.#isHeadWritten = true
    // Node writes a head in the encoding of the text that goes with it, and clients read Latin-1.
    this.#taker.takeHead(ASCII.test(head) ? head : Buffer.from(head, encoding).toString('latin1'))
    return chunk.slice(head.length)
  }

  #refuse(): Error {
    const error = new Error(FOREIGN_BYTES)
    recordFailure(this, error)
    return error
  }

  /** A request resumes its connection when it is read. */
  override resume(): this {
    this.source?.resume()
    return this
  }

  protected override expire(): void {
    expireConnection(this)
    super.expire()
  }

  override pause(): this {
    this.source?.pause()
    return this
  }
}

const FOREIGN_BYTES =
  'Something was written to the connection of an in-memory request, past its response; use a real connection'

// Interim responses, which no client of ours waits for.
const INTERIM = /^HTTP\/1\.1 1(?!01)\d\d /

const ASCII = /^[\0-\x7f]*$/

/** Node's server sends this when a connection fails before the head of the response was written. */
const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'

function onError(this: DirectSocket, error: Error): void {
  this.fail(error)
}
