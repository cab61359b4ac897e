import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import bytes from 'bytes'
import { httpError } from '../errors/http-error.ts'
import { checkNames, isObject } from '../errors/option-names.ts'
import { ChunkList } from './chunk-list.ts'
import { badForm, encodingIsSet, type PartHeader, PartSplitter } from './form-parser.ts'
import { decodePart, parseDisposition, parseParameters } from './header-parameters.ts'
import type { MultipartLimits, Part } from './multipart-types.ts'
import { discard, isTruncated } from './read.ts'

/** Limits as numbers. */
export type FormLimits = Record<keyof MultipartLimits, number>

const FORM_DATA = 'multipart/form-data'

/** Whether a request has a form in its body. */
export function isForm(req: IncomingMessage): boolean {
  return parseParameters(req.headers['content-type'] ?? '').value === FORM_DATA
}

/** Checks limits when a parser is made: with one that is not a number, every body would pass. */
export function checkLimits(given: MultipartLimits = {}, defaults: FormLimits): FormLimits {
  if (!isObject(given)) {
    throw new TypeError(`limits must be an object such as { files: 5 }, got ${inspect(given)}`)
  }
  checkNames('limits.', given, Object.keys(defaults))
  const limits = { ...defaults }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    limits[name as keyof FormLimits] = parseSize(`limits.${name}`, value)
  }
  return limits
}

/** A size in bytes, from a number or a text such as `10mb`. */
export function parseSize(name: string, value: unknown): number {
  // The package takes the number at the beginning of any text.
  const isSize = typeof value === 'number' || /^\s*[\d.]+\s*(?:[kmgtp]?b)?\s*$/i.test(String(value))
  const size = isSize ? bytes.parse(value as string | number) : null
  if (size !== null && size >= 0) return size
  throw new TypeError(`${name} must be a number or a text such as '10mb', got ${inspect(value)}`)
}

/** The parts of a form as they arrive. A part is read before the next one, or skipped. */
export class FormParts implements AsyncIterableIterator<FormPart> {
  readonly #req: IncomingMessage
  readonly #res: ServerResponse | undefined
  readonly #limits: FormLimits
  readonly #parser: PartSplitter
  #isLooped = false
  readonly #queue: FormPart[] = []
  #current: FormPart | undefined
  /** The part that the program has, which has to end before the next one is given. */
  #given: FormPart | undefined
  readonly #waiting: WaitingForPart[] = []
  #error: Error | undefined
  #isDone = false
  readonly #counter: PartCounter
  #received = 0

  /** Throws an HTTP error if the request has no form. */
  constructor(req: IncomingMessage & { readonly res?: ServerResponse }, limits: FormLimits) {
    this.#req = req
    this.#res = req.res
    this.#limits = limits
    this.#counter = new PartCounter(limits)
    this.#parser = new PartSplitter(this.#boundary(), limits.headerBytes, {
      onPart: (headers) => this.#beginPart(headers),
      onData: (chunk) => this.#addBytes(chunk),
      onPartEnd: () => this.#endPart(),
    })
    const length = Number(req.headers['content-length'])
    if (length > limits.bodySize) throw this.#refused(tooLarge('bodySize', limits.bodySize))
    req.on('data', this.#onData)
    req.on('end', this.#onEnd)
    req.on('close', this.#onClose)
    // In HTTP/2 a request that waits for its reader is not closed when the client leaves.
    req.on('aborted', this.#onClose)
    req.on('error', this.#onError)
    this.#res?.on('close', this.#onSent)
    if (req.destroyed && isTruncated(req)) this.#onClose()
  }

  #boundary(): string {
    try {
      return boundaryOf(this.#req)
    } catch (error) {
      throw this.#refused(error as Error)
    }
  }

  #refused(error: Error): Error {
    discard(this.#req, this.#req)
    return error
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.#received += chunk.length
    try {
      if (this.#received > this.#limits.bodySize) throw tooLarge('bodySize', this.#limits.bodySize)
      this.#parser.write(chunk)
    } catch (error) {
      this.#fail(error as Error)
    }
    if (!this.#isDone && this.#isFull()) this.#req.pause()
  }

  #isFull(): boolean {
    if (this.#queue.length > 0) return true
    return this.#current?.isFull ?? false
  }

  readonly #onEnd = (): void => {
    try {
      if (isTruncated(this.#req)) throw requestAborted()
      this.#parser.end()
      this.#finish()
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  readonly #onClose = (): void => {
    if (isTruncated(this.#req)) this.#fail(requestAborted())
  }

  /** A form that waits for its reader would stop the connection. A loop ends the form itself. */
  readonly #onSent = (): void => {
    if (!this.#isLooped) this.#fail(new Error('The response was sent before the form was read'))
  }

  readonly #onError = (error: NodeJS.ErrnoException): void => {
    this.#fail(error.code === 'ECONNRESET' ? requestAborted() : httpError(400, error))
  }

  #beginPart(headers: readonly PartHeader[]): void {
    const shape = shapeOf(headers)
    const { fileSize, fieldSize } = this.#limits
    this.#counter.add(shape)
    if (shape.isFile && !isUnnamed(shape)) this.#counter.addFile(shape)
    const part = new FormPart(shape, shape.isFile ? fileSize : fieldSize, () => this.#resume())
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

  #resume(): void {
    if (!this.#isDone) this.#req.resume()
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
    if (part === undefined && !this.#isDone) {
      this.#resume()
      return
    }
    const waiting = this.#waiting.shift() as WaitingForPart
    if (part !== undefined) {
      this.#given = part
      this.#resume()
      waiting.resolve({ done: false, value: part })
      return
    }
    if (this.#error !== undefined) waiting.reject(this.#error)
    else waiting.resolve({ done: true, value: undefined })
    this.#give()
  }

  /** The program wants no more parts. */
  return(): Promise<IteratorResult<FormPart>> {
    if (!this.#isDone) {
      this.#release()
      this.#abandonParts(new Error('The form is not read any more'))
      discard(this.#req, this.#req)
    }
    this.#queue.length = 0
    this.#give()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    this.#isLooped = true
    return this
  }

  #finish(): void {
    this.#release()
    this.#give()
  }

  #fail(error: Error): void {
    if (this.#isDone) return
    this.#error = error
    this.#release()
    this.#abandonParts(error)
    discard(this.#req, this.#req)
    this.#give()
  }

  /** Parts that have arrived as a whole can be read still, but not those of a form that failed. */
  #abandonParts(error: Error): void {
    for (const part of [...this.#queue.splice(0), this.#current]) {
      if (part === undefined || part.destroyed) continue
      part.on('error', ignore)
      part.destroy(error)
    }
    this.#current = undefined
  }

  #release(): void {
    this.#isDone = true
    const req = this.#req
    req.off('data', this.#onData).off('end', this.#onEnd)
    req.off('close', this.#onClose).off('aborted', this.#onClose).off('error', this.#onError)
    this.#res?.off('close', this.#onSent)
  }
}

interface WaitingForPart {
  resolve(result: IteratorResult<FormPart>): void
  reject(error: Error): void
}

/** How many bytes show the type of a file. */
const SNIFFED = 16

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
    this.#checkSize()
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
    this.#checkSize()
  }

  #checkSize(): void {
    if (this.size <= this.#limit) return
    throw tooLarge(this.isFile ? 'fileSize' : 'fieldSize', this.#limit, this.name)
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

/** The content of the headers of a part. */
export interface PartShape extends Pick<Part, 'name' | 'filename' | 'type' | 'headers' | 'isFile'> {
  readonly charset: string
}

/** Reads the headers of a part. Throws an HTTP error if they do not describe a part of a form. */
export function shapeOf(fields: readonly PartHeader[]): PartShape {
  const headers = Object.create(null) as Record<string, string>
  for (const [name, value] of fields) headers[name] ??= value
  const { value, name, filename } = parseDisposition(headers['content-disposition'])
  if (value !== 'form-data' || name === undefined) {
    throw badForm('A part needs Content-Disposition: form-data with a name')
  }
  const { value: declared, parameters: options } = parseParameters(headers['content-type'] ?? '')
  const isFile = filename !== undefined
  return {
    name,
    // Only a part without content may lack a name: a file input without a file.
    filename: filename && (cleanFilename(filename) || UNNAMED),
    type: declared || (isFile ? 'application/octet-stream' : 'text/plain'),
    charset: options.get('charset') ?? 'utf-8',
    headers,
    isFile,
  }
}

/** The name of a file whose own has no characters that may stay, such as `..`. */
export const UNNAMED = 'file'

/** Whether a part has an empty file name. Without content, it is a file input without a file. */
export function isUnnamed({ filename }: Pick<Part, 'filename'>): boolean {
  return filename === ''
}

/** Counts the parts of a form. */
export class PartCounter {
  readonly #limits: FormLimits
  #parts = 0
  #files = 0
  #fields = 0

  constructor(limits: FormLimits) {
    this.#limits = limits
  }

  /** Throws if a part is one too many. */
  add({ isFile, name }: PartShape): void {
    const { parts, fields } = this.#limits
    if (++this.#parts > parts) throw tooLarge('parts', parts)
    if (!isFile && ++this.#fields > fields) throw tooLarge('fields', fields, name)
  }

  /** Throws if a file is one too many. A file without a name begins with its content. */
  addFile({ name }: Pick<PartShape, 'name'>): void {
    const { files } = this.#limits
    if (++this.#files > files) throw tooLarge('files', files, name)
  }
}

/** The text of a part. Throws an HTTP error if its charset is unknown. */
export function textOf(bytes: Buffer, charset: string): string {
  const text = decodePart(bytes, charset)
  if (text !== undefined) return text
  const message = `unsupported charset "${charset.toUpperCase()}"`
  throw httpError(415, message, { charset, type: 'charset.unsupported' })
}

// Control characters, and those that change the direction of text: `gpj.exe` could look harmless.
const INVISIBLE = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Characters that a system gives a meaning in names: `a.txt:b` is a stream of `a.txt` on Windows. */
const SPECIAL = /[<>:"|?*]/g
/** Devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)[\s.]*(?:\.|$)/i
const MOST_NAME_BYTES = 255

/** A name without folders, special and control characters, and dots and spaces at its ends. */
export function cleanFilename(name: string): string {
  const base = withoutFolders(name)
  const clean = trimDots(base.replace(INVISIBLE, '').replace(SPECIAL, '_'))
  const isHidden = /^\.[^.\s]/.test(base) && clean !== ''
  const shown = DEVICE.test(clean) ? `_${clean}` : isHidden ? `.${clean}` : clean
  return Buffer.byteLength(shown) <= MOST_NAME_BYTES ? shown : shorten(shown)
}

export function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** A regular expression for the end would take quadratic time for a name of many dots. */
function trimDots(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isDotOrSpace(text[start] as string)) start++
  while (end > start && isDotOrSpace(text[end - 1] as string)) end--
  return text.slice(start, end)
}

function isDotOrSpace(char: string): boolean {
  return char === '.' || char.trim() === ''
}

/** Keeps the extension. */
function shorten(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  const room = MOST_NAME_BYTES - Buffer.byteLength(extension)
  // A character that is cut in half becomes one that stands for an error; it is left out.
  const start = Buffer.from(name)
    .subarray(0, room)
    .toString()
    .replace(/\ufffd+$/, '')
  return start + extension
}

/** The boundary of a form that is not encoded. Throws an HTTP error if there is none to read. */
export function boundaryOf(req: IncomingMessage): string {
  const boundary = parseBoundary(req.headers['content-type'])
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    const message = `unsupported content encoding "${encoding}"`
    throw httpError(415, message, { encoding, type: 'encoding.unsupported' })
  }
  if (req.readableEncoding) throw encodingIsSet()
  if (!req.readable && !req.destroyed) {
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

/** The codes are those of multer. */
const CODES: Partial<Record<keyof FormLimits, string>> = {
  fileSize: 'LIMIT_FILE_SIZE',
  files: 'LIMIT_FILE_COUNT',
  fields: 'LIMIT_FIELD_COUNT',
  fieldSize: 'LIMIT_FIELD_VALUE',
  parts: 'LIMIT_PART_COUNT',
  bodySize: 'LIMIT_BODY_SIZE',
}

export function tooLarge(name: keyof FormLimits, limit: number, field?: string): Error {
  const where = field === undefined ? 'The form' : `The field ${inspect(field.slice(0, 100))}`
  const message = `${where} exceeds the limit ${name} of ${limit}`
  return httpError(413, message, { type: 'entity.too.large', code: CODES[name], limit, field })
}

export function requestAborted(): Error {
  return httpError(400, 'request aborted', { code: 'ECONNABORTED', type: 'request.aborted' })
}

function ignore(): void {}

/** Discards what was not read of a part, so that the next parts arrive. */
export function skipRest(part: Readable): void {
  if (part.readableEnded || part.destroyed) return
  // A stream does not flow while something listens to `readable`.
  if (part.listenerCount('readable') > 0) part.removeAllListeners('readable')
  part.resume()
}
