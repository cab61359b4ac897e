import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { listHeaders } from '../http/given-headers.ts'
import { startInNode } from '../node/response/deferred-headers.ts'
import { startFields } from './request.ts'

type Value = string | number | string[]
type Callback = (error?: Error | null) => void

/** What is used of Node's members, without the overloads for their callers. */
interface Native {
  statusCode: number
  setHeader(name: string, value: Value): unknown
  removeHeader(name: string): void
  writeHead(status: number): unknown
  writeEarlyHints(hints: object): unknown
  write(chunk: unknown, encoding?: unknown, callback?: Callback): boolean
  end(callback?: Callback): unknown
  destroy(error?: Error): unknown
}

interface Response extends Native {
  [kReason]?: string | undefined
  [kStatus]?: readonly [refused: number] | undefined
  readonly stream: ServerHttp2Stream & { readonly headRequest?: boolean }
  readonly headersSent: boolean
  readonly writableEnded: boolean
  getHeader(name: string): Value | undefined
  getHeaderNames(): string[]
  emit(event: 'error', error: Error): boolean
}

const kReason = Symbol('webapp.http2.reason')

/** A status that cannot be sent. It fails with the headers; the program may correct it before. */
const kStatus = Symbol('webapp.http2.status')

/** Prepares an HTTP/2 response before it gets the members of an application. */
export function prepareResponse(message: object): void {
  startFields(message, ['locals', kReason, kStatus])
  startInNode(message)
}

/**
 * Node's members of HTTP/2 responses, adapted to what applications and middleware for HTTP/1 do with
 * a response. Anything that HTTP/2 cannot express is left out, without an error or a warning.
 */
export function createResponseBase(native: Native): object {
  const base = {
    /** Throws for a header that HTTP/1 refuses. Node would reset the stream later. */
    setHeader(this: Response, name: string, value: Value): Response {
      if (this.headersSent) throw tooLate('set')
      validateHeaderName(name)
      validateHeaderValue(name, value as string)
      if (!OF_CONNECTION.has(name.toLowerCase())) native.setHeader.call(this, name, value)
      return this
    },

    appendHeader(this: Response, name: string, value: Value): Response {
      const before = this.getHeader(name)
      const all = before === undefined ? value : [before, value].flat().map(String)
      return base.setHeader.call(this, name, all)
    },

    removeHeader(this: Response, name: string): void {
      if (this.headersSent) throw tooLate('remove')
      native.removeHeader.call(this, name)
    },

    setHeaders(this: Response, headers: Iterable<[string, Value]>): Response {
      for (const [name, value] of headers) this.setHeader(name, value)
      return this
    },

    getRawHeaderNames(this: Response): string[] {
      return this.getHeaderNames()
    },

    get statusCode(): number {
      const { [kStatus]: refused } = this as unknown as Response
      return refused === undefined ? Reflect.get(native, 'statusCode', this) : refused[0]
    },

    set statusCode(status: number) {
      const isSendable = isFinalStatus(status)
      ;(this as unknown as Response)[kStatus] = isSendable ? undefined : [status]
      if (isSendable) Reflect.set(native, 'statusCode', status, this)
    },

    get statusMessage(): string {
      return (this as unknown as Response)[kReason] ?? ''
    },

    set statusMessage(reason: string) {
      ;(this as unknown as Response)[kReason] = reason
    },

    writeHead(this: Response, status: number, reason?: unknown, headers?: unknown): Response {
      if (this.headersSent) throw tooLate('write')
      if (!isFinalStatus(status)) throw invalidStatus(status)
      const given = typeof reason === 'object' ? reason : headers
      for (const [name, value] of listHeaders(given)) base.setHeader.call(this, name, value)
      joinLines(this, native)
      native.writeHead.call(this, Math.trunc(status))
      return this
    },

    /** Sends the headers, for middleware that calls this private member of HTTP/1. */
    _implicitHeader(this: Response): void {
      this.writeHead(this.statusCode)
    },

    writeEarlyHints(this: Response, hints: object, callback?: Callback): void {
      native.writeEarlyHints.call(this, hints)
      if (callback) process.nextTick(callback)
    },

    writeProcessing(this: Response): void {
      const { stream } = this
      if (!stream.headersSent && !stream.destroyed) stream.additionalHeaders({ ':status': 102 })
    },

    write(this: Response, chunk: unknown, encoding?: unknown, callback?: Callback): boolean {
      const done = typeof encoding === 'function' ? (encoding as Callback) : callback
      if (this.writableEnded) return refuseLateWrite(this, done)
      if (!this.headersSent) this.writeHead(this.statusCode)
      if (!endsWithHeaders(this)) return native.write.call(this, chunk, encoding, callback)
      if (done) process.nextTick(done)
      return true
    },

    /** Does not call `this.write`: a program that replaced both would see the last chunk twice. */
    end(this: Response, ...args: unknown[]): Response {
      const callback = args.find((arg) => typeof arg === 'function') as Callback | undefined
      const [chunk, encoding] = args.filter((arg) => typeof arg !== 'function')
      if (this.writableEnded && chunk) {
        refuseLateWrite(this, callback)
        return this
      }
      if (!this.writableEnded) {
        if (chunk != null) base.write.call(this, chunk, encoding)
        else if (this[kStatus] !== undefined && !this.headersSent) this.writeHead(this.statusCode)
      }
      native.end.call(this, callback)
      return this
    },

    /** A response that ends too early must not look complete. */
    destroy(this: Response, error?: Error): Response {
      if (!this.writableEnded && !this.stream.destroyed) this.stream.close(INTERNAL_ERROR)
      native.destroy.call(this, error)
      return this
    },

    get destroyed(): boolean {
      return (this as unknown as Response).stream.destroyed
    },

    get closed(): boolean {
      return (this as unknown as Response).stream.closed
    },

    get writableNeedDrain(): boolean {
      return (this as unknown as Response).stream.writableNeedDrain
    },
  }
  return Object.setPrototypeOf(base, native) as object
}

/** Headers that apply to HTTP/1 connections only (RFC 9113, 8.2.2). */
const OF_CONNECTION = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** RFC 9113, 7. */
const INTERNAL_ERROR = 2

/** Node sends no other status over HTTP/2. Over HTTP/1 it sends up to 999. */
function isFinalStatus(status: unknown): boolean {
  const code = Math.trunc(Number(status))
  return code >= 200 && code <= 599
}

// The error codes and texts of HTTP/1, which programs look for.
function invalidStatus(status: unknown): Error {
  const error = new RangeError(`Invalid status code: ${String(status)}`)
  return Object.assign(error, { code: 'ERR_HTTP_INVALID_STATUS_CODE' })
}

/** Reports a write after the end as over HTTP/1. Node would reset the stream, and cut it off. */
function refuseLateWrite(res: Response, callback: Callback | undefined): boolean {
  const error = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' })
  process.nextTick(() => {
    callback?.(error)
    if (!res.stream.destroyed) res.emit('error', error)
  })
  return false
}

function tooLate(action: string): Error {
  const error = new Error(`Cannot ${action} headers after they are sent to the client`)
  return Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' })
}

/**
 * Joins several values of one header with commas (RFC 9110, 5.3), except cookies. Node refuses
 * several lines of some headers.
 */
function joinLines(res: Response, native: Native): void {
  for (const name of res.getHeaderNames()) {
    const value = res.getHeader(name)
    if (!Array.isArray(value) || value.length < 2 || name === 'set-cookie') continue
    native.setHeader.call(res, name, value.join(', '))
  }
}

function endsWithHeaders({ statusCode, stream }: Response): boolean {
  return (
    stream.headRequest === true || statusCode === 204 || statusCode === 205 || statusCode === 304
  )
}
