import { resolve } from 'node:path'
import { runCallback } from '../errors/callback-errors.ts'
import { checkFileOptions, type FileOptions, type FilePolicy } from '../files/options.ts'
import { transferFile } from '../files/send.ts'
import type { Res } from '../http/exchange.ts'
import { onResponseClose } from '../node/index.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { flattenOptions } from '../runtime/flatten-options.ts'
import { setImmediate } from '../runtime/timers.ts'

export interface SendFileOptions extends FileOptions {
  readonly headers?: Record<string, string> | null
}

export type Done = (error?: unknown) => unknown
type TransferError = Error & { code?: string; syscall?: string }

/** How the members that send files differ between dialects. */
export interface FileMembersPolicy {
  readonly files: FilePolicy
  /** The Content-Disposition for a file name. */
  readonly attachmentNamed: (name: string) => string
  readonly isAbsolute: (path: string) => boolean
  readonly wantsEtag: (res: Res, options: SendFileOptions) => boolean
}

export function createFileMembers(policy: FileMembersPolicy) {
  return {
    sendFile(
      this: Res,
      path: string,
      options?: SendFileOptions | Done | null,
      callback?: Done,
    ): void {
      const { done, given } = untangle(options, callback)
      checkPath(path, given, policy)
      const encoded = encodeURI(path)
      const etag = policy.wantsEtag(this, given)
      transferPath(this, encoded, { ...flattenOptions(given), etag }, policy.files, done)
    },

    download(
      this: Res,
      path: string,
      filename?: string | SendFileOptions | Done | null,
      options?: SendFileOptions | Done | null,
      callback?: Done,
    ): void {
      const { name, given, done } = downloadArguments(filename, options, callback)
      const headers = withDisposition(given?.headers, policy.attachmentNamed(name || path))
      const full = given?.root ? path : resolve(path)
      // As in Express, a replaced `sendFile` gets options that inherit from those of the program.
      const inherited = given !== null && typeof given === 'object' ? given : null
      const own = { configurable: true, enumerable: true, writable: true, value: headers }
      this.sendFile(full, Object.create(inherited, { headers: own }), done)
    },
  }
}

interface DownloadArguments {
  readonly name: string | null
  readonly given: SendFileOptions | null
  readonly done: Done | undefined
}

function downloadArguments(
  filename: unknown,
  options: unknown,
  callback: Done | undefined,
): DownloadArguments {
  if (typeof filename === 'function') return { name: null, given: null, done: filename as Done }
  const done = typeof options === 'function' ? (options as Done) : callback
  if (typeof filename === 'object' && (options === undefined || typeof options === 'function')) {
    return { name: null, given: filename as SendFileOptions | null, done }
  }
  const given = typeof options === 'function' ? null : (options as SendFileOptions | null)
  // `attachmentNamed` throws if the name is not a string.
  return { name: (filename ?? null) as string | null, given: given ?? null, done }
}

export function untangle(
  options: SendFileOptions | Done | null | undefined,
  callback: Done | undefined,
): { done: Done | undefined; given: SendFileOptions } {
  if (typeof options === 'function') return { done: options, given: {} }
  return { done: typeof callback === 'function' ? callback : undefined, given: options ?? {} }
}

/** Sends the file at an encoded path. Reports the outcome to `done`, or else to `next`. */
export function transferPath(
  res: Res,
  encoded: string,
  options: SendFileOptions,
  policy: FilePolicy,
  done: Done | undefined,
): void {
  const settings = checkFileOptions(options, policy)
  const outcome = new Outcome(res, done, policy)
  transferFile(res.req, res, encoded, settings, {
    onError: (error) => outcome.report(error),
    onDirectory: () => outcome.report(codedError('EISDIR, read', 'EISDIR')),
    onSent: () => outcome.onSent(),
    onHeaders: () => {
      outcome.hasStarted = true
      setHeaders(res, options.headers)
    },
  })
}

function checkPath(path: unknown, options: SendFileOptions, policy: FileMembersPolicy): void {
  if (!path) throw new TypeError('path argument is required to res.sendFile')
  if (typeof path !== 'string') throw new TypeError('path must be a string to res.sendFile')
  if (!options.root && !policy.isAbsolute(path)) {
    throw new TypeError('path must be absolute or specify root to res.sendFile')
  }
}

function setHeaders(res: Res, headers: SendFileOptions['headers']): void {
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value)
}

function withDisposition(
  headers: SendFileOptions['headers'],
  disposition: string,
): Record<string, string> {
  const others = Object.entries(headers ?? {}).filter(
    ([name]) => name.toLowerCase() !== 'content-disposition',
  )
  return { 'Content-Disposition': disposition, ...Object.fromEntries(others) }
}

/** Reports once how a transfer ended: to the callback, or else to `next` (see `passOn`). */
class Outcome {
  hasStarted = false
  private reported = false
  /** An error from before the transfer began, if callbacks do not get it. */
  private readonly earlier: TransferError | undefined
  private readonly res: Res
  private readonly unwatch: (() => void) | undefined
  private readonly next: Res['req']['next']
  private readonly done: ((error?: unknown) => unknown) | undefined

  constructor(res: Res, done: Done | undefined, { reportsEarlierErrors }: FilePolicy) {
    this.res = res
    this.next = res.req.next
    this.done = done && bindAsyncContext(done)
    // If the response was already ended, the transfer itself reports the error.
    if (res.writableEnded) return
    if (!reportsEarlierErrors) this.earlier = socketError(res)
    res.on('finish', this.onFinish)
    this.unwatch = onResponseClose(res, this.onClose)
    if (res.closed || res.destroyed) setImmediate(() => this.report(abortedError()))
  }

  report(error?: TransferError): void {
    if (this.reported) return
    this.reported = true
    this.res.removeListener('finish', this.onFinish)
    this.unwatch?.()
    const { done, res, next } = this
    if (done) runCallback(() => done(error), res.req, next)
    else passOn(error, next)
  }

  /**
   * As in Express, a file is reported before `finish`, once its bytes have left. Those of a
   * pipelined response wait for its turn, which may never come.
   */
  onSent(): void {
    const { req, socket, writableLength } = this.res
    if (req.httpVersionMajor < 2 && (writableLength === 0 || socket === null)) this.report()
  }

  private readonly onFinish = (): void => {
    if (!this.hasStarted || !wasSent(this.res)) this.onClose()
    else {
      this.unwatch?.()
      // As in Express, a response without a body is reported after `close`.
      setImmediate(() => this.report())
    }
  }

  private readonly onClose = (): void => {
    const error = socketError(this.res)
    this.report(error === undefined || error === this.earlier ? abortedError() : error)
  }
}

/** The error that closed the connection, unless the client closed it. */
function socketError({ req }: Res): TransferError | undefined {
  // In HTTP/2 many streams share a socket, and reading it throws once the session is closed.
  if (req.httpVersionMajor > 1) return undefined
  const error = req.socket?.errored as TransferError | null | undefined
  return error && !CLIENT_LEFT.includes(error.code ?? '') ? error : undefined
}

/** Which of these Node reports depends on whether it was reading or writing when the client left. */
const CLIENT_LEFT = ['ECONNRESET', 'EPIPE']

function abortedError(): TransferError {
  return codedError('Request aborted', 'ECONNABORTED')
}

/** Over HTTP/2 Node emits `finish` even if the client resets the stream half-way. */
function wasSent(res: Res): boolean {
  return res.req.httpVersionMajor < 2 || res.writableFinished
}

/** Reports the outcome of a transfer that has no callback. A directory goes to the next handler. */
export function passOn(error: TransferError | undefined, next: Res['req']['next']): void {
  if (error?.code === 'EISDIR') next()
  else if (error && !isNetworkFailure(error)) next(error)
}

// The client disconnected, so an error page cannot reach it.
function isNetworkFailure(error: TransferError): boolean {
  return error.code === 'ECONNABORTED' || error.syscall === 'write'
}

function codedError(message: string, code: string): TransferError {
  return Object.assign(new Error(message), { code })
}
