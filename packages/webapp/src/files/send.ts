import type { Stats } from 'node:fs'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpError } from '../errors/http-error.ts'
import { forgetHeader } from '../node/response/framing.ts'
import { failsPrecondition, isUnchanged } from './conditions.ts'
import { describeFile } from './describe.ts'
import { type FoundFile, openFirst } from './open.ts'
import type { FileSettings } from './options.ts'
import { chooseRange, type Span } from './range.ts'
import { resolvePath } from './resolve.ts'
import { sendKept } from './send-kept.ts'
import { streamFile } from './stream.ts'

/** What those who send files are told, and may do, on the way. */
export interface SendCallbacks {
  /** The path is a directory: nothing was sent. */
  onDirectory(path: string): void
  /** Nothing was sent, or the answer was cut. */
  onError(error: Error): void
  /** A file was found. */
  onFound?(): void
  /** Headers may be set before those of the transfer. */
  readonly onHeaders?: ((path: string, stat: Stats) => void) | undefined
}

/** Answers with the file that a path of a URL stands for. */
export function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  settings: FileSettings,
  callbacks: SendCallbacks,
): void {
  let located: string
  try {
    located = resolvePath(path, settings)
  } catch (error) {
    callbacks.onError(error as Error)
    return
  }
  openFirst(located, settings, path.endsWith('/'), {
    onDirectory: callbacks.onDirectory,
    onError: callbacks.onError,
    onFile: (file) => answer(req, res, file, settings, callbacks),
  })
}

function answer(
  req: IncomingMessage,
  res: ServerResponse,
  file: FoundFile,
  settings: FileSettings,
  callbacks: SendCallbacks,
): void {
  callbacks.onFound?.()
  try {
    if ('body' in file && !callbacks.onHeaders && sendKept(req, res, file, settings)) return
    if (res.headersSent) throw headersSentError()
    callbacks.onHeaders?.(file.path, file.stat)
    setHeaders(res, file, settings)
    const span = chooseSpan(req, res, file.stat.size, settings)
    if (span !== undefined && req.method !== 'HEAD') {
      streamFile(res, file, span, callbacks.onError)
      return
    }
    res.end()
  } catch (error) {
    // Also a status or a header of the program that cannot be sent: nobody else would catch it here.
    callbacks.onError(error as Error)
  }
  close(file)
}

export function headersSentError(): Error {
  return httpError(500, new Error("Can't set headers after they are sent."))
}

function setHeaders(res: ServerResponse, file: FoundFile, settings: FileSettings): void {
  for (const [name, value] of describeFile(file, settings)) {
    if (!res.getHeader(name)) res.setHeader(name, value)
  }
}

const ENTITY_HEADERS = [
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Range',
  'Content-Type',
]

/** The bytes to send; undefined for an answer without a body. */
function chooseSpan(
  req: IncomingMessage,
  res: ServerResponse,
  size: number,
  settings: FileSettings,
): Span | undefined {
  if (failsPrecondition(req, res)) throw httpError(412)
  if (isConditional(req) && isUnchanged(req, res, settings.policy.isFresh)) {
    for (const name of ENTITY_HEADERS) res.removeHeader(name)
    res.statusCode = 304
    return undefined
  }
  const whole = cut(size, settings)
  const span = settings.acceptRanges
    ? chooseRange(req, res, whole, settings.policy.readRange)
    : whole
  // Both would let two readers see two messages (RFC 9112, 6.1).
  forgetHeader(res, 'Transfer-Encoding')
  res.setHeader('Content-Length', span.length)
  return span
}

function isConditional(req: IncomingMessage): boolean {
  return Boolean(req.headers['if-none-match'] || req.headers['if-modified-since'])
}

/** The part of the file between the options `start` and `end`. */
function cut(size: number, settings: FileSettings): Span {
  const offset = settings.start
  const rest = Math.max(0, size - offset)
  if (settings.end === undefined) return { offset, length: rest }
  return { offset, length: Math.min(rest, settings.end - offset + 1) }
}

function close(file: FoundFile): void {
  if ('fd' in file) fs.close(file.fd, () => {})
}
