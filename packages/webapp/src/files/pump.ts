import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { isUntouched } from '../surface/untouched.ts'
import { type Span, tooShort } from './range.ts'

const CHUNK = 512 * 1024

/** Buffers that are not in use: fresh memory costs more than filling it. */
const spare: Buffer[] = []
const MOST_SPARE = 8

/** Sends a part of an open file piece by piece, as fast as the client takes it, and closes it. */
export class Pump {
  readonly #res: ServerResponse
  readonly #fd: number
  readonly #span: Span
  readonly #onError: (error: Error) => void
  /** Filled again once Node has sent it; undefined where middleware may keep what it is given. */
  readonly #buffer: Buffer | undefined
  #sent = 0
  #isReading = false
  #isOver = false

  constructor(res: ServerResponse, fd: number, span: Span, onError: (error: Error) => void) {
    this.#res = res
    this.#fd = fd
    this.#span = span
    this.#onError = onError
    this.#buffer = isUntouched(res) ? (spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK)) : undefined
  }

  start(): void {
    this.#res.once('close', this.#stop)
    this.#read()
  }

  #read(): void {
    const { length, offset } = this.#span
    const target = this.#buffer ?? Buffer.allocUnsafeSlow(CHUNK)
    const size = Math.min(CHUNK, length - this.#sent)
    this.#isReading = true
    fs.read(this.#fd, target, 0, size, offset + this.#sent, (error, count) => {
      this.#isReading = false
      if (this.#isOver) this.#close()
      else if (error) this.#fail(error)
      else if (count === 0) this.#fail(tooShort(this.#sent, this.#span))
      else this.#write(target.subarray(0, count))
    })
  }

  #write(piece: Buffer): void {
    this.#sent += piece.length
    try {
      this.#res.write(piece, this.#onWritten)
    } catch (error) {
      this.#fail(error as Error) // A status or a header that cannot be sent.
    }
  }

  readonly #onWritten = (error?: Error | null): void => {
    if (this.#isOver) return
    if (error) this.#stop()
    else if (this.#sent < this.#span.length) this.#read()
    else this.#end()
  }

  #end(): void {
    if (this.#buffer !== undefined && spare.length < MOST_SPARE) spare.push(this.#buffer)
    this.#stop()
    this.#res.end()
  }

  #fail(error: Error): void {
    this.#stop()
    if (this.#res.headersSent) this.#res.destroy()
    this.#onError(error)
  }

  readonly #stop = (): void => {
    if (this.#isOver) return
    this.#isOver = true
    this.#res.removeListener('close', this.#stop)
    // A read that is under way still needs the file.
    if (!this.#isReading) this.#close()
  }

  #close(): void {
    fs.close(this.#fd, () => {})
  }
}
