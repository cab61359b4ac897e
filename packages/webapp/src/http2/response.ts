import { OutgoingMessage, validateHeaderName, validateHeaderValue } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { isUint8Array } from 'node:util/types'
import { listHeaders } from '../http/given-headers.ts'
import { nextTick } from '../http/timers.ts'
import { startInNode } from '../node/response/deferred-headers.ts'
import { startFields } from './request.ts'

type Value = string | number | string[]
type Callback = (error?: Error | null) => void
type PushCallback = (error: Error | null, pushed?: { readonly stream: ServerHttp2Stream }) => void

/** What is used of Node's members, without the overloads for their callers. */
interface Native {
  statusCode: number
  setHeader(name: string, value: Value): unknown
  removeHeader(name: string): void
  writeHead(status: number): unknown
  writeContinue(): unknown
  writeEarlyHints(hints: object): unknown
  createPushResponse(headers: object, callback: PushCallback): void
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
      if (this.headersSent) throw tooLate('set')
      // Throws for values that are neither Headers nor a Map.
      if (!(headers instanceof Map)) new OutgoingMessage().setHeaders(headers as Headers)
      // `Headers` lists each cookie on its own.
      const cookies: string[] = []
      for (const [name, value] of headers) {
        if (name === 'set-cookie') cookies.push(...[value].flat().map(String))
        else this.setHeader(name, value)
      }
      if (cookies.length > 0) this.setHeader('set-cookie', cookies)
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
      const given = headers ?? (typeof reason === 'string' ? undefined : reason)
      for (const [name, value] of listHeaders(given)) base.setHeader.call(this, name, value)
      joinLines(this, native)
      native.writeHead.call(this, Math.trunc(status))
      return this
    },

    /** Sends the headers, for middleware that calls this private member of HTTP/1. */
    _implicitHeader(this: Response): void {
      this.writeHead(this.statusCode)
    },

    writeContinue(this: Response, callback?: Callback): void {
      if (takesInterim(this)) native.writeContinue.call(this)
      if (callback) nextTick(callback)
    },

    writeEarlyHints(this: Response, hints: object, callback?: Callback): void {
      if (takesInterim(this)) native.writeEarlyHints.call(this, hints)
      if (callback) nextTick(callback)
    },

    writeProcessing(this: Response): void {
      if (takesInterim(this)) this.stream.additionalHeaders({ ':status': 102 })
    },

    /** Node has no `error` listener for pushed streams: a client that refuses one ended the process. */
    createPushResponse(this: Response, headers: object, callback: PushCallback): void {
      if (this.stream.destroyed) return void nextTick(callback, streamIsGone())
      native.createPushResponse.call(this, headers, (error, pushed) => {
        pushed?.stream.on('error', () => {})
        callback(error, pushed)
      })
    },

    write(this: Response, chunk: unknown, encoding?: unknown, callback?: Callback): boolean {
      checkChunk(chunk)
      const done = typeof encoding === 'function' ? (encoding as Callback) : callback
      if (this.writableEnded) return refuseLateWrite(this, done)
      if (!this.headersSent) this.writeHead(this.statusCode)
      if (!endsWithHeaders(this)) {
        return native.write.apply(this, withoutUnset(chunk, encoding, callback))
      }
      if (done) nextTick(done)
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
        if (chunk) base.write.call(this, chunk, encoding)
        else if (this[kStatus] !== undefined && !this.headersSent) this.writeHead(this.statusCode)
      }
      native.end.apply(this, callback === undefined ? [] : [callback])
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

/** The arguments of `write` that the program gave: tools that replace Node's look at their number. */
function withoutUnset(
  chunk: unknown,
  encoding: unknown,
  callback: Callback | undefined,
): Parameters<Native['write']> {
  if (callback !== undefined) return [chunk, encoding, callback]
  return encoding === undefined ? [chunk] : [chunk, encoding]
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
  nextTick(() => {
    callback?.(error)
    if (!res.stream.destroyed) res.emit('error', error)
  })
  return false
}

function tooLate(action: string): Error {
  const error = new Error(`Cannot ${action} headers after they are sent to the client`)
  return Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' })
}

function streamIsGone(): Error {
  const error = new Error('The stream has been destroyed')
  return Object.assign(error, { code: 'ERR_HTTP2_INVALID_STREAM' })
}

/** Throws Node's error for a chunk that HTTP/1 refuses. HTTP/2 would send the headers first. */
function checkChunk(chunk: unknown): void {
  if (typeof chunk !== 'string' && !isUint8Array(chunk)) new OutgoingMessage().write(chunk)
}

/** Whether an interim response (1xx) can be sent: the stream is open, and has no headers yet. */
function takesInterim({ stream }: Response): boolean {
  return !stream.headersSent && !stream.destroyed && !stream.closed
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
