import { Readable } from 'node:stream'
import { ChunkList } from './chunk-list.ts'
import { checkPartSize } from './form-limits.ts'
import type { Part } from './multipart-types.ts'
import { type PartShape, textOf } from './part-shape.ts'

/** How many bytes show the type of a file. */
export const SNIFFED = 16

/** The stream of a part, a `Part`. */
export class FormPart extends Readable {
  /** How many bytes have arrived. */
  size = 0
  readonly name: string
  readonly filename: string | undefined
  readonly type: string
  readonly headers: Part['headers']
  readonly isFile: boolean
  #limit: number
  #first: Buffer = Buffer.alloc(0)
  #tellFirst: (() => void) | undefined
  readonly #charset: string
  readonly #onRead: () => void

  constructor(shape: PartShape, limit: number, onRead: () => void) {
    super({ highWaterMark: HIGH_WATER_MARK })
    this.name = shape.name
    this.filename = shape.filename
    this.type = shape.type
    this.isFile = shape.isFile
    this.headers = shape.headers
    this.#limit = limit
    this.#charset = shape.charset
    this.#onRead = onRead
    // An error reaches the program through the iteration, also if nothing reads the part.
    this.on('error', ignore)
  }

  override _read(): void {
    this.#onRead()
  }

  /** The rest of a part that nothing will read must not stop the form. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.readableEnded) this.#onRead()
    callback(error)
  }

  /** A part that the program has destroyed keeps its buffered bytes, which nothing will read. */
  get isFull(): boolean {
    return !this.destroyed && this.readableLength >= this.readableHighWaterMark
  }

  /** Adds bytes that have arrived. Throws if they exceed the limit of the part. */
  add(chunk: Buffer): void {
    this.size += chunk.length
    checkPartSize(this, this.size, this.#limit)
    const missing = SNIFFED - this.#first.length
    if (missing > 0) this.#first = Buffer.concat([this.#first, chunk.subarray(0, missing)])
    if (this.#tellFirst !== undefined && this.#first.length === SNIFFED) this.#tellFirstBytes()
    if (!this.destroyed) this.push(chunk)
  }

  /** Called when the part has arrived. */
  finish(): void {
    this.#tellFirstBytes()
    if (!this.destroyed) this.push(null)
  }

  lowerLimit(limit: number): void {
    this.#limit = Math.min(this.#limit, limit)
    checkPartSize(this, this.size, this.#limit)
  }

  /** Ends a part of a form that failed. */
  abandon(error: Error): void {
    if (!this.destroyed) this.on('error', ignore).destroy(error)
  }

  /** The first bytes, which stay in the stream; less if the part is shorter. */
  firstBytes(): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#tellFirst = () => resolve(this.#first)
      if (this.#hasFirstBytes || this.destroyed || this.#first.length === SNIFFED)
        this.#tellFirstBytes()
      else this.once('close', () => this.#tellFirstBytes())
    })
  }

  #hasFirstBytes = false

  #tellFirstBytes(): void {
    this.#hasFirstBytes = true
    this.#tellFirst?.()
    this.#tellFirst = undefined
  }

  async bytes(): Promise<Buffer> {
    const chunks = new ChunkList()
    for await (const chunk of this) chunks.add(chunk as Buffer)
    return chunks.join()
  }

  async text(): Promise<string> {
    return textOf(await this.bytes(), this.#charset)
  }
}

const HIGH_WATER_MARK = 64 * 1024

function ignore(): void {}

/** Discards the unread rest of a part, so that the next parts arrive. */
export function skipRest(part: Readable): void {
  if (part.readableEnded || part.destroyed) return
  // A stream does not flow while something listens to `readable`.
  if (part.listenerCount('readable') > 0) part.removeAllListeners('readable')
  part.resume()
}
