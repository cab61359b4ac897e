import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { httpError } from '../errors/http-error.ts'
import { type FormLimits, tooLarge } from './form-limits.ts'
import { badForm, encodingIsSet, type FormEvents, PartSplitter } from './form-parser.ts'
import { parseParameters } from './header-parameters.ts'
import { discard, isTruncated } from './read.ts'

/** Receives a form from a `FormReader`. An HTTP error that `onPart` or `onData` throws refuses it. */
export interface FormConsumer extends FormEvents {
  /** Bytes have arrived. The reader reports their parts next. */
  onBytes?(): void
  /** Whether the reader has to pause until `resume` is called. */
  isFull?(): boolean
  /** All parts have arrived. The consumer closes the reader, now or when it has stored the parts. */
  onEnd(): void
  /** The form failed. The reader is closed. */
  onError(error: Error): void
}

export interface FormSource {
  /** The request, or the stream that decodes its body. */
  readonly stream: Readable
  readonly boundary: string
  readonly headerBytes: number
  /** The most bytes of the stream. */
  readonly limit: number
}

/** The errors that differ between dialects. */
export interface FormErrors {
  tooLarge(limit: number, received: number): Error
  aborted(): Error
  /** The error for one that was thrown while a chunk was parsed. May throw it again. */
  parse(error: unknown): Error
}

const ERRORS: FormErrors = {
  tooLarge: (limit) => tooLarge('bodySize', limit),
  aborted: () => httpError(400, 'request aborted', ABORTED),
  parse: (error) => error as Error,
}

export const ABORTED = { code: 'ECONNABORTED', type: 'request.aborted' }

/** Reads a form: gives its bytes to the splitter, and reports the end or the one error. */
export class FormReader {
  received = 0
  isClosed = false
  readonly #req: IncomingMessage
  readonly #stream: Readable
  readonly #limit: number
  readonly #splitter: PartSplitter
  readonly #consumer: FormConsumer
  readonly #errors: FormErrors

  constructor(
    req: IncomingMessage,
    { stream, boundary, headerBytes, limit }: FormSource,
    consumer: FormConsumer,
    errors = ERRORS,
  ) {
    this.#req = req
    this.#stream = stream
    this.#limit = limit
    this.#splitter = new PartSplitter(boundary, headerBytes, consumer)
    this.#consumer = consumer
    this.#errors = errors
  }

  start(): void {
    const req = this.#req
    const stream = this.#stream
    stream.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError)
    // In HTTP/2 a request that waits for its reader is not closed when the client leaves.
    req.on('close', this.#onClose).on('aborted', this.#onClose)
    if (stream !== req) req.on('error', this.#onError)
    // Another middleware may have read the body, or the client may have left.
    if (stream.readableEnded) this.#onEnd()
    else if (req.destroyed) this.#onClose()
  }

  resume(): void {
    if (!this.isClosed) this.#stream.resume()
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.received += chunk.length
    if (this.received > this.#limit) {
      this.fail(this.#errors.tooLarge(this.#limit, this.received))
      return
    }
    this.#consumer.onBytes?.()
    this.#parse(() => this.#splitter.write(chunk))
    if (!this.isClosed && this.#consumer.isFull?.()) this.#stream.pause()
  }

  readonly #onEnd = (): void => {
    if (this.#req.aborted) this.fail(this.#errors.aborted())
    else this.#parse(() => this.#splitter.end())
    if (!this.isClosed) this.#consumer.onEnd()
  }

  #parse(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.fail(this.#errors.parse(error))
    }
  }

  readonly #onError = (error: NodeJS.ErrnoException): void => {
    this.fail(error.code === 'ECONNRESET' ? this.#errors.aborted() : httpError(400, error))
  }

  readonly #onClose = (): void => {
    if (isTruncated(this.#req)) this.fail(this.#errors.aborted())
  }

  fail(error: Error): void {
    if (this.isClosed) return
    this.leave()
    this.#consumer.onError(error)
  }

  /** Discards the rest of the form. */
  leave(): void {
    this.close()
    discard(this.#req, this.#stream)
  }

  close(): void {
    this.isClosed = true
    const req = this.#req
    this.#stream.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError)
    req.off('close', this.#onClose).off('aborted', this.#onClose).off('error', this.#onError)
  }
}

/** A reader for a form that is not encoded. If it cannot be read, throws an HTTP error. */
export function openForm(
  req: IncomingMessage,
  { headerBytes, bodySize }: FormLimits,
  consumer: FormConsumer,
): FormReader {
  try {
    const boundary = boundaryOf(req)
    if (Number(req.headers['content-length']) > bodySize) throw tooLarge('bodySize', bodySize)
    return new FormReader(req, { stream: req, boundary, headerBytes, limit: bodySize }, consumer)
  } catch (error) {
    discard(req, req)
    throw error
  }
}

const FORM_DATA = 'multipart/form-data'

/** Whether a request has a form in its body. */
export function isForm(req: IncomingMessage): boolean {
  return parseParameters(req.headers['content-type'] ?? '').value === FORM_DATA
}

function boundaryOf(req: IncomingMessage): string {
  const boundary = parseBoundary(req.headers['content-type'])
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    const message = `unsupported content encoding "${encoding}"`
    throw httpError(415, message, { encoding, type: 'encoding.unsupported' })
  }
  if (req.readableEncoding) throw encodingIsSet()
  if (!req.readable && !(req.destroyed && isTruncated(req))) {
    throw httpError(500, 'stream is not readable', { type: 'stream.not.readable' })
  }
  return boundary
}

/** The boundary in the type of a form. Throws an HTTP error for other types. */
export function parseBoundary(contentType = ''): string {
  const { value, parameters } = parseParameters(contentType)
  const boundary = parameters.get('boundary')
  if (value !== FORM_DATA) throw badForm(`unrecognized content-type: ${contentType}`)
  if (!boundary || boundary.length > MOST_BOUNDARY) throw badForm('content-type missing boundary')
  return boundary
}

/** RFC 2046 allows 70. */
const MOST_BOUNDARY = 200
