import type { IncomingMessage } from 'node:http'
import { ChunkList } from './chunk-list.ts'
import { badForm, type FormEvents, type PartHeader, PartSplitter } from './form-parser.ts'
import {
  boundaryOf,
  type FormLimits,
  isUnnamed,
  PartCounter,
  type PartShape,
  requestAborted,
  shapeOf,
  textOf,
  tooLarge,
} from './parts.ts'
import { discard, isTruncated } from './read.ts'

/** Receives the parts of a form. Throws an HTTP error to refuse one. */
export interface PartReceiver {
  /** A file begins. Returns the most bytes that it may have. */
  onFile(shape: PartShape): number
  /** The first bytes of a file, or all of a shorter one. */
  onFirstBytes(shape: PartShape, bytes: Buffer): void
  onFileEnd(shape: PartShape, content: Buffer): void
  onField(name: string, text: string): void
}

/** How many bytes show the type of a file. */
const SNIFFED = 16

/**
 * Reads a form into memory. Unlike `FormParts` it needs no streams and no turns for its parts, which
 * is most of the cost of a small form.
 */
export function readFormInMemory(
  req: IncomingMessage,
  limits: FormLimits,
  receiver: PartReceiver,
): Promise<void> {
  return new Promise((resolve, reject) => {
    new MemoryForm(req, limits, receiver, (error) => {
      if (error === undefined) resolve()
      else reject(error)
    })
  })
}

class MemoryForm implements FormEvents {
  readonly #req: IncomingMessage
  readonly #limits: FormLimits
  readonly #receiver: PartReceiver
  readonly #counter: PartCounter
  readonly #callback: (error?: Error) => void
  #parser: PartSplitter | undefined
  #received = 0
  #part: PartShape | undefined
  #chunks = new ChunkList()
  #size = 0
  #most = 0
  #isSniffed = false
  #isDone = false

  constructor(
    req: IncomingMessage,
    limits: FormLimits,
    receiver: PartReceiver,
    callback: (error?: Error) => void,
  ) {
    this.#req = req
    this.#limits = limits
    this.#receiver = receiver
    this.#counter = new PartCounter(limits)
    this.#callback = callback
    try {
      this.#parser = new PartSplitter(boundaryOf(req), limits.headerBytes, this)
      const length = Number(req.headers['content-length'])
      if (length > limits.bodySize) throw tooLarge('bodySize', limits.bodySize)
    } catch (error) {
      this.#finish(error as Error)
      return
    }
    req.on('data', this.#onChunk)
    req.on('end', this.#onEnd)
    req.on('close', this.#onClose)
    // In HTTP/2 a request that waits for its reader is not closed when the client leaves.
    req.on('aborted', this.#onClose)
    req.on('error', this.#onError)
    if (req.destroyed && isTruncated(req)) this.#onClose()
    else req.resume() // A handler before may have paused it.
  }

  readonly #onChunk = (chunk: Buffer | string): void => {
    this.#received += chunk.length
    try {
      const { bodySize } = this.#limits
      if (this.#received > bodySize) throw tooLarge('bodySize', bodySize)
      this.#parser?.write(chunk)
    } catch (error) {
      this.#finish(error as Error)
    }
  }

  readonly #onEnd = (): void => {
    try {
      if (isTruncated(this.#req)) throw requestAborted()
      this.#parser?.end()
      this.#finish()
    } catch (error) {
      this.#finish(error as Error)
    }
  }

  readonly #onClose = (): void => {
    if (isTruncated(this.#req)) this.#finish(requestAborted())
  }

  readonly #onError = (error: NodeJS.ErrnoException): void => {
    this.#finish(error.code === 'ECONNRESET' ? requestAborted() : badForm(error.message))
  }

  onPart(headers: readonly PartHeader[]): void {
    const shape = shapeOf(headers)
    this.#counter.add(shape)
    this.#part = shape
    this.#size = 0
    this.#isSniffed = !shape.isFile
    this.#most = this.#limits.fieldSize
    if (shape.isFile && !isUnnamed(shape)) this.#beginFile(shape)
  }

  #beginFile(shape: PartShape): void {
    this.#counter.addFile(shape)
    this.#most = Math.min(this.#receiver.onFile(shape), this.#limits.fileSize)
  }

  onData(bytes: Buffer): void {
    const part = this.#part
    if (part === undefined) return
    if (this.#size === 0 && isUnnamed(part)) this.#beginFile(part)
    this.#size += bytes.length
    if (this.#size > this.#most) {
      throw tooLarge(part.isFile ? 'fileSize' : 'fieldSize', this.#most, part.name)
    }
    this.#chunks.add(bytes)
    if (!this.#isSniffed && this.#size >= SNIFFED) this.#tellFirst(part)
  }

  #tellFirst(part: PartShape): void {
    this.#isSniffed = true
    this.#receiver.onFirstBytes(part, this.#chunks.join().subarray(0, SNIFFED))
  }

  onPartEnd(): void {
    const part = this.#part
    this.#part = undefined
    if (part === undefined || (this.#size === 0 && isUnnamed(part))) return
    if (!this.#isSniffed) this.#tellFirst(part)
    const content = this.#chunks.join()
    this.#chunks = new ChunkList()
    if (part.isFile) this.#receiver.onFileEnd(part, content)
    else this.#receiver.onField(part.name, textOf(content, part.charset))
  }

  #finish(error?: Error): void {
    if (this.#isDone) return
    this.#isDone = true
    const req = this.#req
    req.off('data', this.#onChunk).off('end', this.#onEnd).off('error', this.#onError)
    req.off('close', this.#onClose).off('aborted', this.#onClose)
    if (error !== undefined) discard(req, req)
    this.#callback(error)
  }
}
