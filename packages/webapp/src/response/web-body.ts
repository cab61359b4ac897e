import type { ReadableStreamDefaultReader, ReadableStreamReadResult } from 'node:stream/web'
import { inspect, types } from 'node:util'
import type { Res } from '../http/exchange.ts'
import { clearImmediate, setImmediate } from '../runtime/timers.ts'

/** The fetch standard requires bytes, but some programs send strings. */
type Chunk = Uint8Array | string

/** Sends the body of a web stream to the client. */
export class BodyTransfer {
  readonly #reader: ReadableStreamDefaultReader<Chunk>
  readonly #res: Res
  /** The value of Content-Length. */
  readonly #length: number | undefined
  /** The number of bytes read. */
  #size = 0
  /** The first chunk, until the next turn. If it is the only one, Node can set Content-Length. */
  #held: Chunk | undefined = undefined
  #hasStarted = false
  #isOver = false
  #resume = () => {}

  constructor(reader: ReadableStreamDefaultReader<Chunk>, res: Res, length: number | undefined) {
    this.#reader = reader
    this.#res = res
    this.#length = length
  }

  /** Resolves when the body is sent or the client disconnects. Rejects if the body fails. */
  async run(): Promise<void> {
    const res = this.#res
    const resume = () => this.#resume()
    const stop = () => this.#stop(abortError('the client disconnected'))
    res.on('drain', resume)
    res.once('close', stop)
    try {
      await Promise.race([this.#pump(), this.#startSoon()])
    } finally {
      res.off('drain', resume)
      res.off('close', stop)
      this.#stop()
    }
  }

  async #pump(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#read()
      // The user's code may have ended the response in the meantime.
      if (this.#isOver || this.#res.writableEnded) return
      if (done) {
        checkEnd(this.#size, this.#length)
        this.#res.end(this.#held)
        return
      }
      const before = this.#size
      this.#size += sizeOf(value)
      if (this.#length !== undefined && this.#size > this.#length) {
        return this.#truncate(value, this.#length - before)
      }
      if (!this.#hasStarted && this.#held === undefined) this.#held = value
      else await this.#write(value)
    }
  }

  /**
   * Compression holds back what is written until it has enough of it. If the next chunk is not there
   * in the next turn, the client gets what was written so far.
   */
  #read(): Promise<ReadableStreamReadResult<Chunk>> {
    const chunk = this.#reader.read()
    if (!this.#hasStarted || !canFlush(this.#res)) return chunk
    const timer = setImmediate(flush, this.#res)
    return chunk.finally(() => clearImmediate(timer))
  }

  /**
   * Sends the bytes of a chunk that fit into Content-Length. A client would parse the excess bytes
   * as the next response, so the author of the body could forge one.
   */
  async #truncate(chunk: Chunk, room: number): Promise<never> {
    await this.#write(Buffer.from(chunk).subarray(0, room))
    // Node delays the first write until the end of the turn.
    await new Promise(setImmediate)
    throw wrongLength(this.#length ?? 0, 'a longer body')
  }

  /** Starts the response in the next turn, so that the client does not wait for a slow body. */
  #startSoon(): Promise<never> {
    return new Promise((_resolve, reject) => {
      setImmediate(() => {
        try {
          if (this.#isOver) return
          this.#start()
          flush(this.#res)
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #start(): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    const held = this.#held
    this.#held = undefined
    if (held === undefined) this.#res.flushHeaders()
    else this.#res.write(held)
  }

  #write(chunk: Chunk): Promise<void> | undefined {
    this.#start()
    if (this.#res.write(chunk) !== false) return undefined
    return new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  #stop(reason?: Error): void {
    this.#isOver = true
    this.#reader.cancel(reason).catch(() => {})
    this.#resume()
  }
}

/** The reason that a body is cancelled with. Programs know its name from signals and do not report it. */
export function abortError(message: string): Error {
  return Object.assign(new Error(message), { name: 'AbortError' })
}

/** A response with the `flush` that the package `compression` adds. */
type Flushable = Res & { readonly flush: () => void }

function canFlush(res: Res): res is Flushable {
  return typeof (res as Partial<Flushable>).flush === 'function'
}

function flush(res: Res): void {
  if (canFlush(res)) res.flush()
}

function sizeOf(chunk: Chunk): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk)
  if (types.isUint8Array(chunk)) return chunk.byteLength
  const shown = inspect(chunk, { depth: 0 })
  throw new TypeError(
    `A handler returned a Response with a chunk that is not bytes or a string: ${shown}`,
  )
}

/** If a body is shorter than Content-Length, a client would read the next response as its rest. */
export function checkEnd(size: number, length: number | undefined): void {
  if (length !== undefined && size < length) throw wrongLength(length, `a body of ${size} bytes`)
}

function wrongLength(length: number, body: string): Error {
  const error = new Error(
    `A handler returned a Response with a Content-Length of ${length} and ${body}`,
  )
  return Object.assign(error, { code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' })
}
