import type { IncomingMessage } from 'node:http'
import { ChunkList } from './chunk-list.ts'
import { checkPartSize, type FormLimits, PartCounter } from './form-limits.ts'
import type { PartHeader } from './form-parser.ts'
import { SNIFFED } from './form-part.ts'
import { type FormReader, openForm } from './form-reader.ts'
import { isUnnamed, type PartShape, shapeOf, textOf } from './part-shape.ts'

/** Receives the parts of a form. Throws an HTTP error to refuse one. */
export interface PartReceiver {
  /** A file begins. Returns the most bytes that it may have. */
  onFile(shape: PartShape): number
  /** The first bytes of a file, or all of a shorter one. */
  onFirstBytes(shape: PartShape, bytes: Buffer): void
  onFileEnd(shape: PartShape, content: Buffer): void
  onField(name: string, text: string): void
}

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
    const form = new MemoryForm(limits, receiver)
    const reader: FormReader = openForm(req, limits, {
      onPart: (headers) => form.beginPart(headers),
      onData: (bytes) => form.add(bytes),
      onPartEnd: () => form.endPart(),
      onEnd() {
        reader.close()
        resolve()
      },
      onError: reject,
    })
    reader.start()
    reader.resume() // A handler before may have paused the request.
  })
}

class MemoryForm {
  readonly #limits: FormLimits
  readonly #receiver: PartReceiver
  readonly #counter: PartCounter
  #part: PartShape | undefined
  #chunks = new ChunkList()
  #size = 0
  #most = 0
  #isSniffed = false

  constructor(limits: FormLimits, receiver: PartReceiver) {
    this.#limits = limits
    this.#receiver = receiver
    this.#counter = new PartCounter(limits)
  }

  beginPart(headers: readonly PartHeader[]): void {
    const shape = shapeOf(headers)
    this.#counter.add(shape)
    this.#part = shape
    this.#size = 0
    this.#isSniffed = !shape.isFile
    this.#most = this.#limits.fieldSize
    if (shape.isFile && !isUnnamed(shape)) this.#beginFile(shape)
  }

  #beginFile(shape: PartShape): void {
    this.#most = Math.min(this.#receiver.onFile(shape), this.#limits.fileSize)
  }

  add(bytes: Buffer): void {
    const part = this.#part
    if (part === undefined) return
    if (this.#size === 0 && isUnnamed(part)) {
      this.#counter.addFile(part)
      this.#beginFile(part)
    }
    this.#size += bytes.length
    checkPartSize(part, this.#size, this.#most)
    this.#chunks.add(bytes)
    if (!this.#isSniffed && this.#size >= SNIFFED) this.#tellFirst(part)
  }

  #tellFirst(part: PartShape): void {
    this.#isSniffed = true
    this.#receiver.onFirstBytes(part, this.#chunks.join().subarray(0, SNIFFED))
  }

  endPart(): void {
    const part = this.#part
    this.#part = undefined
    if (part === undefined || (this.#size === 0 && isUnnamed(part))) return
    if (!this.#isSniffed) this.#tellFirst(part)
    const content = this.#chunks.join()
    this.#chunks = new ChunkList()
    if (part.isFile) this.#receiver.onFileEnd(part, content)
    else this.#receiver.onField(part.name, textOf(content, part.charset))
  }
}
