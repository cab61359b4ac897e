import { OutgoingMessage, validateHeaderName, validateHeaderValue } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { format } from 'node:util'
import { isUint8Array } from 'node:util/types'
import { leaveHeadersToNode } from '../node/index.ts'
import { nextTick } from '../runtime/timers.ts'
import { isLength, isOfConnection, toField, toFields, type Value } from './fields.ts'

type Callback = (error?: Error | null) => void
type PushCallback = (error: Error | null, pushed?: { readonly stream: ServerHttp2Stream }) => void

/** Node's members as they are used here, without the overloads for their callers. */
interface Native {
  statusCode: number
  setHeader(name: string, value: Value): unknown
  appendHeader?(name: string, value: Value): unknown
  getHeader(name: string): Value | undefined
  getHeaders(): Record<string, Value>
  getHeaderNames(): string[]
  removeHeader(name: string): void
  writeHead(status: number, headers?: object): unknown
  writeContinue(): unknown
  writeEarlyHints(hints: object): unknown
  createPushResponse(headers: object, callback: PushCallback): void
  write(chunk: unknown, encoding?: unknown, callback?: Callback): boolean
  end(...args: unknown[]): unknown
  destroy(error?: Error): unknown
}

interface Response extends Native {
  [kReason]?: string | undefined
  [kStatus]?: readonly [given: number] | undefined
  [kAdapted]?: Set<string> | undefined
  [kHasLength]?: boolean | undefined
  readonly stream: ServerHttp2Stream & { readonly headRequest?: boolean }
  readonly headersSent: boolean
  readonly writableEnded: boolean
  emit(event: 'error', error: Error): boolean
}

const kReason = Symbol('webapp.http2.reason')

/**
 * A status that Node would change or refuse. If it cannot be sent, `writeHead` throws; until then
 * the program may correct it.
 */
const kStatus = Symbol('webapp.http2.status')

/** Names of headers whose values HTTP/2 cannot carry as they are. */
const kAdapted = Symbol('webapp.http2.adapted')

/** Whether Content-Length was set, and perhaps removed. */
const kHasLength = Symbol('webapp.http2.hasLength')

/** Prepares an HTTP/2 response before it gets the members of an application, with those of its base. */
export function prepareResponse(message: object, base: object): void {
  const fields = message as Record<PropertyKey, unknown>
  fields.locals ??= undefined
  fields[kReason] = undefined
  fields[kStatus] = undefined
  fields[kAdapted] = undefined
  fields[kHasLength] = undefined
  leaveHeadersToNode(message, base)
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
      if (isOfConnection(name, value)) return this
      if (toField(name, value) !== value) noteAdapted(this, name)
      if (isLength(name)) this[kHasLength] = true
      native.setHeader.call(this, name, value)
      return this
    },

    appendHeader(this: Response, name: string, value: Value): Response {
      if (this.headersSent) throw tooLate('append')
      validateHeaderName(name)
      validateHeaderValue(name, value as string)
      if (isOfConnection(name, value)) return this
      noteAdapted(this, name)
      if (isLength(name)) this[kHasLength] = true
      if (native.appendHeader !== undefined) native.appendHeader.call(this, name, value)
      else {
        const before = native.getHeader.call(this, name)
        const all = before === undefined ? value : [before, value].flat().map(String)
        native.setHeader.call(this, name, all)
      }
      return this
    },

    // Node adds `:status` when it sends the headers. Applications for HTTP/1 do not know such names.
    getHeaders(this: Response): object {
      const headers = native.getHeaders.call(this)
      if (':status' in headers) delete headers[':status']
      return headers
    },

    getHeaderNames(this: Response): string[] {
      return native.getHeaderNames.call(this).filter((name) => !name.startsWith(':'))
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
      return base.getHeaderNames.call(this)
    },

    get statusCode(): number {
      const { [kStatus]: given } = this as unknown as Response
      return given === undefined ? Reflect.get(native, 'statusCode', this) : given[0]
    },

    set statusCode(status: number) {
      const isSendable = isFinalStatus(status)
      // Node makes an integer of the status, but the program has to read back what it set.
      const isKept = isSendable && Number.isInteger(status)
      ;(this as unknown as Response)[kStatus] = isKept ? undefined : [status]
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
      const code = Math.trunc(status)
      // Tools that replace Node's member look at the number of its arguments.
      const fields = given === undefined || given === null ? [] : [toFields(given, code)]
      adaptHeaders(this, native, code)
      this[kStatus] = undefined
      native.writeHead.call(this, code, ...fields)
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

    /** Node listens to no error of a pushed stream: a client that refuses it would end the process. */
    createPushResponse(this: Response, headers: object, callback: PushCallback): void {
      if (this.stream.destroyed) return void nextTick(callback, streamIsGone())
      native.createPushResponse.call(this, headers, (error, pushed) => {
        pushed?.stream.on('error', () => {})
        callback(error, pushed)
      })
    },

    // Tools that replace Node's member look at the number of its arguments.
    write(this: Response, ...args: Parameters<Native['write']>): boolean {
      const [chunk, encoding, callback] = args
      checkChunk(chunk)
      const done = typeof encoding === 'function' ? (encoding as Callback) : callback
      if (this.writableEnded) return refuseLateWrite(this, done)
      if (!this.headersSent) this.writeHead(this.statusCode)
      if (!endsWithHeaders(this)) return native.write.apply(this, args)
      if (done) nextTick(done)
      return true
    },

    end(this: Response, ...args: unknown[]): Response {
      const callback = args.find((arg) => typeof arg === 'function') as Callback | undefined
      const [chunk] = args.filter((arg) => typeof arg !== 'function')
      if (this.writableEnded && chunk) {
        refuseLateWrite(this, callback)
        return this
      }
      const isFirst = !this.writableEnded
      if (isFirst && chunk) {
        endWith(this, base.write, () => native.end.apply(this, args))
        return this
      }
      if (isFirst && this[kStatus] !== undefined && !this.headersSent) {
        this.writeHead(this.statusCode)
      }
      native.end.apply(this, callback === undefined ? [] : [callback])
      return this
    },

    /** A response that ends too early must not look complete. */
    destroy(this: Response, ...args: [error?: Error]): Response {
      if (!this.writableEnded && !this.stream.destroyed) this.stream.close(INTERNAL_ERROR)
      native.destroy.apply(this, args)
      return this
    },

    get destroyed(): boolean {
      return (this as unknown as Response).stream.destroyed
    },

    get closed(): boolean {
      return (this as unknown as Response).stream.closed
    },
  }
  // Node's own since Node 24.
  if (!('writableNeedDrain' in native)) Object.defineProperty(base, 'writableNeedDrain', needDrain)
  return Object.setPrototypeOf(base, native) as object
}

const needDrain: PropertyDescriptor & ThisType<Response> = {
  configurable: true,
  enumerable: true,
  get() {
    return this.stream.writableNeedDrain
  },
}

/**
 * Runs Node's `end`, which calls `this.write` for its chunk. A program that replaced `write` and `end`
 * of a response would see the chunk twice, so `this.write` is the member behind the program's.
 */
function endWith(res: Response, write: unknown, end: () => void): void {
  if (res.write === write) {
    end()
    return
  }
  const replaced = Object.getOwnPropertyDescriptor(res, 'write')
  Object.defineProperty(res, 'write', { configurable: true, writable: true, value: write })
  try {
    end()
  } finally {
    if (replaced === undefined) Reflect.deleteProperty(res, 'write')
    else Object.defineProperty(res, 'write', replaced)
  }
}

/** RFC 9113, 7. */
const INTERNAL_ERROR = 2

/** Node sends no other status over HTTP/2. Over HTTP/1 it sends up to 999. */
function isFinalStatus(status: unknown): boolean {
  const code = Math.trunc(Number(status))
  return code >= 200 && code <= 599
}

// The error codes and texts of HTTP/1, which programs look for.
function invalidStatus(status: unknown): Error {
  return withCode(
    new RangeError(format('Invalid status code: %s', status)),
    'ERR_HTTP_INVALID_STATUS_CODE',
  )
}

/** Gives an error a code, which its stack shows if those of Node's errors do. */
function withCode(error: Error, code: string): Error {
  if (!showsCodes()) return Object.assign(error, { code })
  const { name } = error
  Object.defineProperty(error, 'name', { configurable: true, value: `${name} [${code}]` })
  Error.captureStackTrace(error, withCode)
  // The first read composes the text of the stack, with the name of that moment.
  const { stack } = error
  Reflect.deleteProperty(error, 'name')
  return Object.assign(error, { code, stack })
}

/** Whether stacks show the codes of Node's errors: tools that format stacks leave them out. */
function showsCodes(): boolean {
  try {
    validateHeaderName('')
    return false
  } catch (error) {
    return String((error as Error).stack).includes('[ERR_')
  }
}

/** Reports a write after the end as over HTTP/1. Node would reset the stream, and cut it off. */
function refuseLateWrite(res: Response, callback: Callback | undefined): boolean {
  const error = withCode(new Error('write after end'), 'ERR_STREAM_WRITE_AFTER_END')
  nextTick(() => {
    callback?.(error)
    if (!res.stream.destroyed) res.emit('error', error)
  })
  return false
}

function tooLate(action: string): Error {
  const error = new Error(`Cannot ${action} headers after they are sent to the client`)
  return withCode(error, 'ERR_HTTP_HEADERS_SENT')
}

function streamIsGone(): Error {
  return withCode(new Error('The stream has been destroyed'), 'ERR_HTTP2_INVALID_STREAM')
}

/** Throws Node's error for a chunk that HTTP/1 refuses. HTTP/2 would send the headers first. */
function checkChunk(chunk: unknown): void {
  if (typeof chunk !== 'string' && !isUint8Array(chunk)) new OutgoingMessage().write(chunk)
}

/** Whether an interim response (1xx) can be sent: the stream is open, and has no headers yet. */
function takesInterim({ stream }: Response): boolean {
  return !stream.headersSent && !stream.destroyed && !stream.closed
}

function noteAdapted(res: Response, name: string): void {
  res[kAdapted] ??= new Set()
  res[kAdapted].add(name)
}

/** Replaces the values that HTTP/2 cannot carry, before the headers are sent. */
function adaptHeaders(res: Response, native: Native, status: number): void {
  for (const name of res[kAdapted] ?? []) {
    const value = native.getHeader.call(res, name)
    const field = value === undefined ? value : toField(name, value)
    if (field !== undefined && field !== value) native.setHeader.call(res, name, field)
  }
  if (!res[kHasLength] || (status !== 204 && status !== 205)) return
  if (native.getHeader.call(res, 'content-length') === undefined) return
  if (status === 204) native.removeHeader.call(res, 'content-length')
  else native.setHeader.call(res, 'content-length', '0')
}

function endsWithHeaders({ statusCode, stream }: Response): boolean {
  return (
    stream.headRequest === true || statusCode === 204 || statusCode === 205 || statusCode === 304
  )
}
