import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { isPristine } from '../node/response/pristine.ts'
import { isPlainSocket } from '../node/server/plain-socket.ts'
import { createPiece, lendPiece, takeBackPiece } from './pieces.ts'
import { type Span, tooShort } from './range.ts'

/** Sends a part of an open file piece by piece, as fast as the client takes it, and closes it. */
export class Pump {
  readonly #res: ServerResponse
  readonly #fd: number
  readonly #span: Span
  readonly #onError: (error: Error) => void
  /** Filled again once Node has sent it; undefined where somebody may keep what he is given. */
  readonly #lent: Buffer | undefined
  #sent = 0
  #isReading = false
  #isFull = false
  #isOver = false
  #isWhole = false

  constructor(res: ServerResponse, fd: number, span: Span, onError: (error: Error) => void) {
    this.#res = res
    this.#fd = fd
    this.#span = span
    this.#onError = onError
    this.#lent = isPristine(res) && isPlainSocket(res.socket) ? lendPiece() : undefined
  }

  start(): void {
    this.#res.once('close', this.#stop)
    if (this.#lent === undefined) this.#res.on('drain', this.#onDrain)
    this.#read()
  }

  #read(): void {
    const { length, offset } = this.#span
    const target = this.#lent ?? createPiece()
    const size = Math.min(target.length, length - this.#sent)
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
      if (this.#lent !== undefined) this.#res.write(piece, this.#goOn)
      // A `write` that middleware replaced may ignore a callback, as that of `compression` does.
      else this.#isFull = this.#res.write(piece) === false
    } catch (error) {
      this.#fail(error as Error) // A status or a header that cannot be sent.
      return
    }
    if (this.#lent === undefined && !this.#isFull) this.#goOn()
  }

  readonly #onDrain = (): void => {
    if (!this.#isFull) return
    this.#isFull = false
    this.#goOn()
  }

  readonly #goOn = (error?: Error | null): void => {
    if (this.#isOver) return
    if (error) this.#stop()
    else if (this.#sent < this.#span.length) this.#read()
    else this.#end()
  }

  #end(): void {
    this.#isWhole = true
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
    this.#res.removeListener('drain', this.#onDrain)
    // A read that is under way still needs the file.
    if (!this.#isReading) this.#close()
  }

  #close(): void {
    if (this.#lent !== undefined) takeBackPiece(this.#lent, this.#isWhole)
    fs.close(this.#fd, () => {})
  }
}
