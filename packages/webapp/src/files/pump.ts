import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { freesChunks, onResponseClose } from '../node/index.ts'
import { acquireBuffer, allocateBuffer, releaseBuffer } from './buffer-pool.ts'
import { type Span, truncationError } from './range.ts'

/** Exactly one of these is called, unless the connection closes. */
export interface TransferCallbacks {
  onError(error: Error): void
  onSent?(): void
}

/** Sends a part of an open file in chunks, as fast as the client reads, and closes the file. */
export class Pump {
  readonly #res: ServerResponse
  readonly #fd: number
  readonly #span: Span
  readonly #callbacks: TransferCallbacks
  /** Reused for each chunk once Node has sent it; undefined if a wrapper may keep the chunks. */
  readonly #pooled: Buffer | undefined
  #unwatch: (() => void) | undefined
  #sent = 0
  #isReading = false
  #isFull = false
  #isOver = false
  #isComplete = false

  constructor(res: ServerResponse, fd: number, span: Span, callbacks: TransferCallbacks) {
    this.#res = res
    this.#fd = fd
    this.#span = span
    this.#callbacks = callbacks
    this.#pooled = freesChunks(res) ? acquireBuffer() : undefined
  }

  start(): void {
    this.#unwatch = onResponseClose(this.#res, this.#stop)
    if (this.#pooled === undefined) this.#res.on('drain', this.#onDrain)
    this.#read()
  }

  #read(): void {
    const { length, offset } = this.#span
    const target = this.#pooled ?? allocateBuffer()
    const size = Math.min(target.length, length - this.#sent)
    this.#isReading = true
    fs.read(this.#fd, target, 0, size, offset + this.#sent, (error, count) => {
      this.#isReading = false
      if (this.#isOver) this.#close()
      else if (error) this.#fail(error)
      else if (count === 0) this.#fail(truncationError(this.#sent, this.#span))
      else this.#write(target.subarray(0, count))
    })
  }

  #write(chunk: Buffer): void {
    this.#sent += chunk.length
    try {
      if (this.#pooled !== undefined) this.#res.write(chunk, this.#continue)
      // A `write` that middleware replaced may ignore the callback, as that of `compression` does.
      else this.#isFull = this.#res.write(chunk) === false
    } catch (error) {
      this.#fail(error as Error) // Node rejects an invalid status or header.
      return
    }
    if (this.#pooled === undefined && !this.#isFull) this.#continue()
  }

  readonly #onDrain = (): void => {
    if (!this.#isFull) return
    this.#isFull = false
    this.#continue()
  }

  readonly #continue = (error?: Error | null): void => {
    if (this.#isOver) return
    if (error) this.#stop()
    else if (this.#sent < this.#span.length) this.#read()
    else this.#end()
  }

  #end(): void {
    this.#isComplete = true
    this.#stop()
    this.#res.end()
    this.#callbacks.onSent?.()
  }

  #fail(error: Error): void {
    this.#stop()
    if (this.#res.headersSent) this.#res.destroy()
    this.#callbacks.onError(error)
  }

  readonly #stop = (): void => {
    if (this.#isOver) return
    this.#isOver = true
    this.#unwatch?.()
    this.#res.removeListener('drain', this.#onDrain)
    // A pending read still uses the file descriptor and the buffer.
    if (!this.#isReading) this.#close()
  }

  #close(): void {
    if (this.#pooled !== undefined) releaseBuffer(this.#pooled, this.#isComplete)
    fs.close(this.#fd, () => {})
  }
}
