import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ChunkList } from '../../../body/chunk-list.ts'
import { badForm, type PartHeader } from '../../../body/form-parser.ts'
import { FormPart } from '../../../body/form-part.ts'
import {
  ABORTED,
  type FormConsumer,
  type FormErrors,
  FormReader,
  parseBoundary,
} from '../../../body/form-reader.ts'
import { decodeContent } from '../../../body/inflate.ts'
import type { PartShape } from '../../../body/part-shape.ts'
import { keepTemporary, removeTemporary } from '../../../body/temporary-file.ts'
import { httpError } from '../../../errors/http-error.ts'
import { nextTick } from '../../../runtime/timers.ts'
import { type Entry, nestEntries } from './entries.ts'
import type { MultipartSettings } from './options.ts'
import { isBase64, readShape } from './part-shape.ts'
import { storeUpload, type UploadedFile } from './upload.ts'

/** The most bytes that the headers of a part may have. */
const HEADER_BYTES = 16 * 1024

/** Receives the content of a part. */
type Sink = Pick<FormPart, 'add' | 'finish'>

/**
 * Receives a multipart form.
 *
 * Emits 'part' (stream) when a part begins, 'field' (name, value) and 'file' (name, file) when it
 * is complete, 'progress' (received, expected), and finally 'close' or 'error'. Before 'error' all
 * files are removed; after 'close' they belong to the application.
 */
export class MultipartForm extends EventEmitter {
  readonly bytesExpected: number | null
  /** Complete when 'close' is emitted. */
  fields: Record<string, unknown> = {}
  files: Record<string, unknown> = {}
  private readonly reader: FormReader
  private readonly settings: MultipartSettings
  private readonly fieldEntries: Entry[] = []
  private readonly uploads: UploadedFile[] = []
  /** The files that are not stored yet. The first one is being stored, the last one may arrive. */
  private readonly waiting: FormPart[] = []
  private stored: Promise<void> = Promise.resolve()
  private current: Sink | undefined
  private parts = 0
  private fileCount = 0
  private fieldsSize = 0
  private filesSize = 0

  /** Throws an HTTP error if the request is not a form, or its Content-Length exceeds the limit. */
  constructor(req: IncomingMessage, settings: MultipartSettings) {
    super()
    this.on('error', ignore)
    this.settings = settings
    const { stream, length } = decodeContent(req, settings.body)
    this.bytesExpected = length
    const { limit } = settings.body
    if (length !== null && length > limit) throw ERRORS.tooLarge(limit, length)
    const boundary = parseBoundary(req.headers['content-type'])
    const source = { stream, boundary, headerBytes: HEADER_BYTES, limit }
    this.reader = new FormReader(req, source, this.consumer, ERRORS)
  }

  get bytesReceived(): number {
    return this.reader.received
  }

  start(): void {
    this.reader.start()
  }

  private readonly consumer: FormConsumer = {
    onPart: (headers) => this.beginPart(headers),
    onData: (bytes) => this.current?.add(bytes),
    onPartEnd: () => this.current?.finish(),
    onBytes: () => this.emit('progress', this.bytesReceived, this.bytesExpected),
    isFull: () => this.waiting.length > 1 || (this.waiting[0]?.isFull ?? false),
    onEnd: () => this.stored.then(this.onStored),
    onError: (error) => {
      for (const part of this.waiting) part.destroy(error)
      this.stored
        .then(() => Promise.all(this.uploads.map((file) => removeTemporary(file.path))))
        .then(() => nextTick(() => this.emit('error', error)))
    },
  }

  /** `maxFields` counts files as well. */
  private beginPart(headers: readonly PartHeader[]): void {
    const { maxFields, maxFiles } = this.settings
    if (++this.parts > maxFields) throw badForm(`maxFields ${maxFields} exceeded.`)
    const shape = readShape(headers)
    if (shape?.isFile) this.fileCount++
    if (this.fileCount > maxFiles) throw badForm(`maxFiles ${maxFiles} exceeded.`)
    this.current = shape && (shape.isFile ? this.beginFile(shape) : this.beginField(shape))
  }

  private beginField(shape: PartShape): Sink {
    const { maxFieldsSize: most } = this.settings
    const chunks = new ChunkList()
    return {
      add: (bytes) => {
        this.fieldsSize += bytes.length
        if (this.fieldsSize > most) throw badForm(`maxFieldsSize ${most} exceeded`)
        chunks.add(bytes)
      },
      finish: () => this.addField(shape, chunks.join()),
    }
  }

  private addField({ name, headers }: PartShape, bytes: Buffer): void {
    const content = isBase64(headers) ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes
    const text = content.toString()
    this.fieldEntries.push([name, text])
    if (this.listenerCount('part') > 0) {
      this.emit('part', Object.assign(Readable.from([text]), { name, headers }))
    }
    this.emit('field', name, text)
  }

  private beginFile(shape: PartShape): FormPart {
    const part = new FormPart(shape, Number.POSITIVE_INFINITY, this.resume)
    this.waiting.push(part)
    // Store one file at a time, so that a body of many small files does not open all at once.
    this.stored = this.stored
      .then(() => this.store(part))
      .catch((error: NodeJS.ErrnoException) => this.reader.fail(httpError(500, error)))
    this.emit('part', part)
    return part
  }

  private async store(part: FormPart): Promise<void> {
    if (this.reader.isClosed) return
    const file = await storeUpload(part, this.settings, this.onFileBytes)
    this.uploads.push(file)
    if (this.reader.isClosed) return
    this.waiting.shift()
    this.resume()
    this.emit('file', part.name, file)
  }

  private readonly onFileBytes = (count: number): void => {
    const { maxFilesSize } = this.settings
    this.filesSize += count
    if (this.filesSize > maxFilesSize) throw badForm(`maxFilesSize ${maxFilesSize} exceeded`)
  }

  /** Resumes reading, unless a file that has arrived waits for the previous one. */
  private readonly resume = (): void => {
    if (this.waiting.length <= 1) this.reader.resume()
  }

  private readonly onStored = (): void => {
    if (this.reader.isClosed) return
    try {
      this.fields = nestEntries(this.fieldEntries)
      this.files = nestEntries(this.uploads.map((file) => [file.fieldName, file]))
    } catch (error) {
      this.reader.fail(error as Error)
      return
    }
    this.reader.close()
    for (const { path } of this.uploads) keepTemporary(path)
    nextTick(() => this.emit('close'))
  }
}

// Express's messages, because programs compare them.
const ERRORS: FormErrors = {
  tooLarge: (limit, received) =>
    httpError(413, undefined, { limit, received, type: 'entity.too.large' }),
  aborted: () => httpError(400, 'Request aborted', ABORTED),
  parse(error) {
    // An error without a status comes from a listener of the application.
    if (!(error instanceof Error && 'status' in error)) throw error
    if (error.message === 'Unexpected end of form') return badForm('stream ended unexpectedly')
    // A form that cannot be parsed gets 400, also one with large headers.
    return error.status === 413 ? badForm(error.message) : error
  },
}

function ignore(): void {}
