import type { Stats } from 'node:fs'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import vary from 'vary'
import { httpError } from '../errors/http-error.ts'
import { forgetHeader, type Head, isConditional, listHead, NodeHead } from '../node/index.ts'
import { failsPrecondition, isUnchanged } from './conditions.ts'
import { describeFile, originalPath } from './describe.ts'
import { type FoundFile, findFile, openFirst } from './open.ts'
import type { FileSettings } from './options.ts'
import { chooseRange, type Span } from './range.ts'
import { resolvePath } from './resolve.ts'
import { streamFile } from './stream.ts'
import type { Variants } from './variants.ts'

/** The events of sending a file. */
export interface SendCallbacks {
  /** The path is a directory; nothing was sent. */
  onDirectory(path: string): void
  /** Nothing was sent, or the response was aborted. */
  onError(error: Error): void
  /** A file was found. */
  onFound?(): void
  /** The whole file was written, and `end` was called. */
  onSent?(): void
  /**
   * Called before the headers of the file are set; a header set here is not overwritten. For a variant,
   * `path` is that of its original, and `stat` describes the variant.
   */
  readonly onHeaders?: ((path: string, stat: Stats) => void) | undefined
}

/** Responds with the file at a URL path, or with one of its variants. */
export function transferFile(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  settings: FileSettings,
  callbacks: SendCallbacks,
  variants?: Variants,
): void {
  let located: string
  try {
    located = resolvePath(path, settings)
  } catch (error) {
    callbacks.onError(error as Error)
    return
  }
  openFirst(
    {
      path: located,
      asDirectory: path.endsWith('/'),
      settings,
      find: variants === undefined ? findFile : variants.finderFor(req, res),
    },
    {
      onDirectory: callbacks.onDirectory,
      onError: callbacks.onError,
      onFile: (file, own = settings) =>
        respond(req, res, file, own, own.variant ? withoutCoding(res, callbacks) : callbacks),
    },
  )
}

function respond(
  req: IncomingMessage,
  res: ServerResponse,
  file: FoundFile,
  settings: FileSettings,
  callbacks: SendCallbacks,
): void {
  callbacks.onFound?.()
  try {
    const text = wholeText(req, res, file, settings)
    const list =
      text === undefined || callbacks.onHeaders ? undefined : listHead(res, 'without headers')
    if (list !== undefined) {
      setCoding(list, settings)
      setHeaders(list, file, settings)
      list.set('Content-Length', file.stat.size)
      list.end(text)
      return
    }
    if (res.headersSent) throw headersSentError()
    const head = new NodeHead(res)
    setCoding(head, settings)
    callbacks.onHeaders?.(originalPath(file.path, settings), file.stat)
    setHeaders(head, file, settings)
    const span = chooseSpan(req, res, file.stat.size, settings)
    if (span !== undefined && req.method !== 'HEAD') {
      streamFile(res, file, span, callbacks)
      return
    }
    res.end()
  } catch (error) {
    // Includes Node's error for an invalid status or header: this is a file system callback.
    callbacks.onError(error as Error)
  }
  close(file)
}

/** The body of an error is not encoded like the variant that could not be sent. */
function withoutCoding(res: ServerResponse, callbacks: SendCallbacks): SendCallbacks {
  return {
    ...callbacks,
    onError(error) {
      if (!res.headersSent) res.removeHeader('Content-Encoding')
      callbacks.onError(error)
    },
  }
}

export function headersSentError(): Error {
  return httpError(500, new Error("Can't set headers after they are sent."))
}

/** Says that the response depends on Accept-Encoding, and which coding a variant has. */
function setCoding(head: Head, { isNegotiated, variant }: FileSettings): void {
  if (!isNegotiated) return
  const known = [head.get('Vary') ?? []].flat().join(', ')
  head.set('Vary', known === '' ? 'Accept-Encoding' : vary.append(known, 'Accept-Encoding'))
  if (variant !== undefined) head.set('Content-Encoding', variant.coding)
}

function setHeaders(head: Head, file: FoundFile, settings: FileSettings): void {
  const headers = 'body' in file ? file.headersFor(settings) : describeFile(file, settings)
  for (const [name, value] of headers) if (!head.get(name)) head.set(name, value)
}

/** A cached file as text, if the client asks for all of it and has no copy. */
function wholeText(
  req: IncomingMessage,
  res: ServerResponse,
  file: FoundFile,
  settings: FileSettings,
): string | undefined {
  if (!('body' in file) || req.method !== 'GET' || res.statusCode !== 200) return undefined
  if (settings.start !== 0 || settings.end !== undefined || isConditional(req, 'or partial'))
    return undefined
  return file.text
}

const ENTITY_HEADERS = [
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Range',
  'Content-Type',
]

/** The bytes to send; undefined for a response without a body. */
function chooseSpan(
  req: IncomingMessage,
  res: ServerResponse,
  size: number,
  settings: FileSettings,
): Span | undefined {
  if (failsPrecondition(req, res)) throw httpError(412)
  if (hasValidator(req) && isUnchanged(req, res, settings.policy.isFresh)) {
    for (const name of ENTITY_HEADERS) res.removeHeader(name)
    res.statusCode = 304
    return undefined
  }
  const whole = configuredSpan(size, settings)
  const span = settings.acceptRanges
    ? chooseRange(req, res, whole, settings.policy.readRange)
    : whole
  // Prevents response smuggling: never send both headers (RFC 9112, 6.1).
  forgetHeader(res, 'Transfer-Encoding')
  res.setHeader('Content-Length', span.length)
  return span
}

function hasValidator(req: IncomingMessage): boolean {
  return Boolean(req.headers['if-none-match'] || req.headers['if-modified-since'])
}

/** The part of the file between the options `start` and `end`. */
function configuredSpan(size: number, settings: FileSettings): Span {
  const offset = settings.start
  const rest = Math.max(0, size - offset)
  if (settings.end === undefined) return { offset, length: rest }
  return { offset, length: Math.min(rest, settings.end - offset + 1) }
}

function close(file: FoundFile): void {
  if ('fd' in file) fs.close(file.fd, () => {})
}
