import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FormLimits, PartCounter } from './form-limits.ts'
import type { PartHeader } from './form-parser.ts'
import { FormPart, skipRest } from './form-part.ts'
import { type FormConsumer, type FormReader, openForm } from './form-reader.ts'
import { isUnnamed, shapeOf } from './part-shape.ts'

/** The parts of a form as they arrive. A part is read before the next one, or skipped. */
export class FormParts implements AsyncIterableIterator<FormPart> {
  readonly #res: ServerResponse | undefined
  readonly #limits: FormLimits
  readonly #counter: PartCounter
  readonly #reader: FormReader
  #isLooped = false
  readonly #queue: FormPart[] = []
  #current: FormPart | undefined
  /** The part that the program has, which has to end before the next one is given. */
  #given: FormPart | undefined
  readonly #waiting: WaitingForPart[] = []
  #error: Error | undefined

  /** Throws an HTTP error if the request has no form. */
  constructor(req: IncomingMessage & { readonly res?: ServerResponse }, limits: FormLimits) {
    this.#res = req.res
    this.#limits = limits
    this.#counter = new PartCounter(limits)
    this.#reader = openForm(req, limits, this.#consumer)
    this.#res?.on('close', this.#onSent)
    this.#reader.start()
  }

  readonly #consumer: FormConsumer = {
    onPart: (headers) => this.#beginPart(headers),
    onData: (chunk) => this.#addBytes(chunk),
    onPartEnd: () => this.#endPart(),
    isFull: () => this.#queue.length > 0 || (this.#current?.isFull ?? false),
    onEnd: () => this.#close(),
    onError: (error) => {
      this.#error = error
      this.#abandonParts(error)
      this.#close()
    },
  }

  /** A form that waits for its reader would stop the connection. A loop ends the form itself. */
  readonly #onSent = (): void => {
    if (!this.#isLooped)
      this.#reader.fail(new Error('The response was sent before the form was read'))
  }

  #beginPart(headers: readonly PartHeader[]): void {
    const shape = shapeOf(headers)
    const { fileSize, fieldSize } = this.#limits
    this.#counter.add(shape)
    const limit = shape.isFile ? fileSize : fieldSize
    const part = new FormPart(shape, limit, () => this.#reader.resume())
    this.#current = part
    this.#queue.push(part)
    this.#give()
  }

  #addBytes(chunk: Buffer): void {
    const part = this.#current
    if (part === undefined) return
    if (part.size === 0 && isUnnamed(part)) this.#counter.addFile(part)
    part.add(chunk)
  }

  #endPart(): void {
    this.#current?.finish()
    this.#current = undefined
  }

  next(): Promise<IteratorResult<FormPart>> {
    const skipped = this.#given
    this.#given = undefined
    if (skipped !== undefined) skipRest(skipped)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#give()
    })
  }

  #give(): void {
    if (this.#waiting.length === 0) return
    const part = this.#queue.shift()
    if (part === undefined && !this.#reader.isClosed) {
      this.#reader.resume()
      return
    }
    const waiting = this.#waiting.shift() as WaitingForPart
    if (part !== undefined) {
      this.#given = part
      this.#reader.resume()
      waiting.resolve({ done: false, value: part })
      return
    }
    if (this.#error !== undefined) waiting.reject(this.#error)
    else waiting.resolve({ done: true, value: undefined })
    this.#give()
  }

  /** The program wants no more parts. */
  return(): Promise<IteratorResult<FormPart>> {
    if (!this.#reader.isClosed) {
      this.#reader.leave()
      this.#abandonParts(new Error('The form is not read any more'))
    }
    this.#queue.length = 0
    this.#close()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    this.#isLooped = true
    return this
  }

  #close(): void {
    this.#reader.close()
    this.#res?.off('close', this.#onSent)
    this.#give()
  }

  /** Parts that have arrived as a whole can be read still, but not those of a form that failed. */
  #abandonParts(error: Error): void {
    for (const part of [...this.#queue.splice(0), this.#current]) part?.abandon(error)
    this.#current = undefined
  }
}

interface WaitingForPart {
  resolve(result: IteratorResult<FormPart>): void
  reject(error: Error): void
}
