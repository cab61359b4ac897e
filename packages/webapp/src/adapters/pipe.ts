import type { Readable } from 'node:stream'
import { setImmediate } from '../runtime/timers.ts'

type WriteCallback = (error?: Error | null) => void

/** The number of buffered bytes at which the sender has to wait. */
const CAPACITY = 64 * 1024

/**
 * One direction of a connection in memory.
 *
 * As with real sockets, bytes arrive in a later turn of the event loop. Bytes that were sent before
 * the sender is destroyed still arrive.
 */
export class Pipe {
  readonly #reader: Readable
  readonly #stallsAfterClose: boolean
  readonly #chunks: Uint8Array[] = []
  #size = 0
  #hasRoom = false
  #isEnded = false
  #isClosed = false
  #isScheduled = false
  #blocked: WriteCallback | undefined = undefined

  /** After the reader closes, writes fail with EPIPE, or stall if `stallsAfterClose`. */
  constructor(reader: Readable, stallsAfterClose: boolean) {
    this.#reader = reader
    this.#stallsAfterClose = stallsAfterClose
  }

  /** Buffers bytes. Calls `callback` when the buffer has room for more. */
  send(chunk: Uint8Array, callback: WriteCallback): void {
    if (this.#isClosed) {
      if (!this.#stallsAfterClose) callback(brokenPipe())
      return
    }
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size < CAPACITY) callback()
    else this.#blocked = callback
    this.#schedule()
  }

  end(): void {
    this.#isEnded = true
    this.#schedule()
  }

  /** Called when the reader has room. */
  resume(): void {
    this.#hasRoom = true
    this.#schedule()
  }

  /** Called when the reader is destroyed. */
  close(): void {
    this.#isClosed = true
    this.#chunks.length = 0
    if (!this.#stallsAfterClose) this.#release(brokenPipe())
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isClosed) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (!this.#isClosed) this.#deliver()
    })
  }

  #deliver(): void {
    if (this.#hasRoom && this.#chunks.length !== 0) {
      this.#hasRoom = this.#reader.push(this.#takeAll())
      // A listener may destroy the reader while it handles these bytes.
      if (this.#isClosed) return
    }
    if (this.#size < CAPACITY) this.#release()
    if (this.#isEnded && this.#chunks.length === 0) this.#finish()
  }

  /** Joins the chunks, as a socket read does. Pushing 200,000 one-byte writes singly took 30 s. */
  #takeAll(): Uint8Array {
    const chunks = this.#chunks.splice(0)
    const [first, second] = chunks
    this.#size = 0
    return first !== undefined && second === undefined ? first : Buffer.concat(chunks)
  }

  #finish(): void {
    this.#isClosed = true
    this.#reader.push(null)
  }

  #release(error?: Error): void {
    const callback = this.#blocked
    this.#blocked = undefined
    callback?.(error)
  }
}

function brokenPipe(): Error {
  return Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
}
