import type { ReadableStreamDefaultReader } from 'node:stream/web'
import { inspect, types } from 'node:util'
import type { Res } from '../http/exchange.ts'

/** The standard asks for bytes; programs give text as well. */
export type Chunk = Uint8Array | string

/** The way of a body from a web stream to the client. */
export class Sending {
  readonly #reader: ReadableStreamDefaultReader<Chunk>
  readonly #res: Res
  /** The announced length. */
  readonly #length: number | undefined
  /** The bytes that were read. */
  #size = 0
  /** A first chunk waits for the next turn: when it is all, the answer tells its length. */
  #held: Chunk | undefined = undefined
  #isBegun = false
  #isOver = false
  #resume = () => {}

  constructor(reader: ReadableStreamDefaultReader<Chunk>, res: Res, length: number | undefined) {
    this.#reader = reader
    this.#res = res
    this.#length = length
  }

  /** Settled when the body was sent, the client has gone, or the body failed. */
  async run(): Promise<void> {
    const res = this.#res
    const resume = () => this.#resume()
    const stop = () => this.#stop()
    res.on('drain', resume)
    res.once('close', stop)
    try {
      await Promise.race([this.#pump(), this.#beginSoon()])
    } finally {
      res.off('drain', resume)
      res.off('close', stop)
      this.#stop()
    }
  }

  async #pump(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read()
      // Somebody else may have ended the answer.
      if (this.#isOver || this.#res.writableEnded) return
      if (done) {
        checkEnd(this.#size, this.#length)
        this.#res.end(this.#held)
        return
      }
      const before = this.#size
      this.#size += sizeOf(value)
      if (this.#length !== undefined && this.#size > this.#length) {
        return this.#cut(value, this.#length - before)
      }
      if (!this.#isBegun && this.#held === undefined) this.#held = value
      else await this.#write(value)
    }
  }

  /**
   * Sends the bytes of a chunk that the announced length has room for. A client would take the
   * others for the next response, and whoever made the body would choose what it is.
   */
  async #cut(chunk: Chunk, room: number): Promise<never> {
    await this.#write(Buffer.from(chunk).subarray(0, room))
    // Node holds a first write back until the end of the turn.
    await new Promise(setImmediate)
    throw wrongLength(this.#length ?? 0, 'a longer body')
  }

  /** Begins in the next turn, whatever there is: the client must not wait for the end. */
  #beginSoon(): Promise<never> {
    return new Promise((_resolve, reject) => {
      setImmediate(() => {
        try {
          if (!this.#isOver) this.#begin()
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    const held = this.#held
    this.#held = undefined
    if (held === undefined) this.#res.flushHeaders()
    else this.#res.write(held)
  }

  #write(chunk: Chunk): Promise<void> | undefined {
    this.#begin()
    if (this.#res.write(chunk) !== false) return undefined
    return new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  #stop(): void {
    this.#isOver = true
    this.#reader.cancel().catch(() => {})
    this.#resume()
  }
}

function sizeOf(chunk: Chunk): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk)
  if (types.isUint8Array(chunk)) return chunk.byteLength
  const shown = inspect(chunk, { depth: 0 })
  throw new TypeError(`A handler returned a Response with a chunk that is not bytes: ${shown}`)
}

/** A client would take the next response for the rest of a body that is shorter than announced. */
export function checkEnd(size: number, length: number | undefined): void {
  if (length !== undefined && size < length) throw wrongLength(length, `a body of ${size} bytes`)
}

function wrongLength(length: number, body: string): Error {
  const error = new Error(
    `A handler returned a Response with a Content-Length of ${length} and ${body}`,
  )
  return Object.assign(error, { code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' })
}
