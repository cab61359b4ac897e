import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Busboy, FileInfo } from 'busboy'
import type { PartHeaders } from '../../../body/form-parser.ts'
import { decodeContent } from '../../../body/inflate.ts'
import { createPartParser, type FieldInfo } from '../../../body/part-parser.ts'
import { discard, isTruncated } from '../../../body/read.ts'
import { httpError } from '../../../errors/http-error.ts'
import { nextTick } from '../../../http/timers.ts'
import { type Entry, nestEntries } from './entries.ts'
import type { MultipartSettings } from './options.ts'
import { type FilePart, removeUpload, storeUpload, type UploadedFile } from './upload.ts'

/**
 * Receives a multipart form.
 *
 * Emits 'part' (stream) when a part begins, 'field' (name, value) and 'file' (name, file) when it
 * is complete, 'progress' (received, expected), and finally 'close' or 'error'. Before 'error' all
 * files are removed; after 'close' they belong to the application.
 */
export class MultipartForm extends EventEmitter {
  bytesReceived = 0
  readonly bytesExpected: number | null
  /** Complete when 'close' is emitted. */
  fields: Record<string, unknown> = {}
  files: Record<string, unknown> = {}
  private readonly req: IncomingMessage
  private readonly source: Readable
  private readonly parser: Busboy
  private readonly settings: MultipartSettings
  private readonly fieldEntries: Entry[] = []
  private readonly uploads: UploadedFile[] = []
  /** The headers of the part that is being received. */
  private headers: PartHeaders = {}
  private parts = 0
  private fieldsSize = 0
  private filesSize = 0
  private current: Readable | undefined
  private stored: Promise<void> = Promise.resolve()
  private done = false

  /** Throws an HTTP error if the request is not a form, or its Content-Length exceeds the limit. */
  constructor(req: IncomingMessage, settings: MultipartSettings) {
    super()
    this.on('error', ignore)
    this.req = req
    this.settings = settings
    this.parser = createPartParser(req, settings, this.onHeaders)
    const { stream, length } = decodeContent(req, settings.body)
    this.source = stream
    this.bytesExpected = length
    if (length !== null && length > settings.body.limit) throw tooLarge(settings.body.limit, length)
  }

  start(): void {
    const { req, source, parser, settings } = this
    const { maxFiles } = settings
    source.on('data', this.onData)
    source.on('error', this.onSourceError)
    if (source !== req) req.on('error', this.onSourceError)
    req.on('close', this.onClose)
    parser.on('field', this.onField)
    parser.on('file', this.onFile)
    parser.on('filesLimit', () => this.refuse(`maxFiles ${maxFiles} exceeded.`))
    parser.on('error', (error: Error) => this.refuse(wordingOf(error)))
    parser.on('close', () => this.stored.then(this.onStored))
    source.pipe(parser)
  }

  private readonly onData = (chunk: Buffer): void => {
    this.bytesReceived += chunk.length
    const { limit } = this.settings.body
    if (this.bytesReceived > limit) this.fail(tooLarge(limit, this.bytesReceived))
    else this.emit('progress', this.bytesReceived, this.bytesExpected)
  }

  private readonly onSourceError = (error: NodeJS.ErrnoException): void => {
    if (error.code === 'ECONNRESET') this.abort()
    else this.fail(httpError(400, error))
  }

  private readonly onClose = (): void => {
    if (isTruncated(this.req)) this.abort()
  }

  // The original's messages, because programs compare them. `maxFields` counts files as well.
  private readonly onHeaders = (headers: PartHeaders): void => {
    const { maxFields } = this.settings
    const encoding = headers['content-transfer-encoding']
    this.headers = headers
    if (++this.parts > maxFields) this.refuse(`maxFields ${maxFields} exceeded.`)
    else if (encoding !== undefined && !ENCODINGS.has(encoding.toLowerCase())) {
      this.refuse(`unknown transfer-encoding: ${encoding}`)
    }
  }

  private readonly onField = (name = '', value: string | undefined, info: FieldInfo): void => {
    if (this.done) return
    if (value === undefined) {
      this.fail(httpError(415, 'unsupported charset', { type: 'charset.unsupported' }))
      return
    }
    const { maxFieldsSize } = this.settings
    this.fieldsSize += Buffer.byteLength(value)
    if (this.fieldsSize > maxFieldsSize) {
      this.refuse(`maxFieldsSize ${maxFieldsSize} exceeded`)
      return
    }
    const text = info.encoding === 'base64' ? Buffer.from(value, 'base64').toString() : value
    this.fieldEntries.push([name, text])
    if (this.listenerCount('part') > 0) {
      this.emit('part', Object.assign(Readable.from([text]), { name, headers: this.headers }))
    }
    this.emit('field', name, text)
  }

  private readonly onFile = (name = '', stream: Readable, info: FileInfo): void => {
    const { headers } = this
    // Browsers write %22 for a quote.
    const filename = (info.filename ?? '').replaceAll('%22', '"')
    const type = headers['content-type'] || null
    stream.on('error', ignore)
    // `onHeaders` has refused this part.
    if (this.done) {
      stream.resume()
      return
    }
    this.emit('part', Object.assign(stream, { name, filename, headers }))
    // Store one file at a time, so that a body of many small files does not open all at once.
    this.stored = this.stored
      .then(() => this.store({ name, filename, headers, type, encoding: info.encoding, stream }))
      .catch((error: NodeJS.ErrnoException) => this.fail(httpError(500, error)))
  }

  private async store(part: FilePart): Promise<void> {
    if (this.done) {
      part.stream.resume()
      return
    }
    this.current = part.stream
    const file = await storeUpload(part, this.settings, this.onFileBytes)
    this.current = undefined
    this.uploads.push(file)
    if (!this.done) this.emit('file', part.name, file)
  }

  private readonly onFileBytes = (count: number): void => {
    const { maxFilesSize } = this.settings
    this.filesSize += count
    if (this.filesSize > maxFilesSize) throw refusal(`maxFilesSize ${maxFilesSize} exceeded`)
  }

  private readonly onStored = (): void => {
    if (this.done) return
    try {
      this.fields = nestEntries(this.fieldEntries)
      this.files = nestEntries(this.uploads.map((file) => [file.fieldName, file]))
    } catch (error) {
      this.fail(error as Error)
      return
    }
    this.done = true
    this.release()
    nextTick(() => this.emit('close'))
  }

  private abort(): void {
    this.fail(httpError(400, 'Request aborted', { code: 'ECONNABORTED', type: 'request.aborted' }))
  }

  private refuse(message: string): void {
    this.fail(refusal(message))
  }

  private fail(error: Error): void {
    if (this.done) return
    this.done = true
    this.release()
    const { req, source, parser } = this
    source.unpipe(parser)
    parser.destroy()
    this.current?.destroy(error)
    discard(req, source)
    this.stored
      .then(() => Promise.all(this.uploads.map((file) => removeUpload(file.path))))
      .then(() => nextTick(() => this.emit('error', error)))
  }

  private release(): void {
    const { req, source } = this
    source.removeListener('data', this.onData)
    source.removeListener('error', this.onSourceError)
    req.removeListener('error', this.onSourceError)
    req.removeListener('close', this.onClose)
  }
}

const ENCODINGS = new Set(['7bit', '8bit', 'binary', 'base64'])

function refusal(message: string): Error {
  return httpError(400, new Error(message), { type: 'entity.parse.failed' })
}

function tooLarge(limit: number, received: number): Error {
  return httpError(413, undefined, { limit, received, type: 'entity.too.large' })
}

function wordingOf(error: Error): string {
  return error.message === 'Unexpected end of form' ? 'stream ended unexpectedly' : error.message
}

function ignore(): void {}
