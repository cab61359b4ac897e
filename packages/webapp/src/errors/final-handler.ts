import type { IncomingMessage, ServerResponse } from 'node:http'
import encodeUrl from 'encodeurl'
import statuses from 'statuses'
import { hasBody } from '../http/has-body.ts'
import { parseTarget } from '../http/target.ts'
import { forgetHeader, forgoEnd, listHead, NodeHead } from '../node/index.ts'
import { nextTick, setImmediate } from '../runtime/timers.ts'
import { isAbandoned } from './abandoned.ts'
import { abortResponse } from './abort-response.ts'
import { isErrorStatus } from './http-error.ts'
import { renderPage } from './page.ts'

export interface FinalHandlerOptions {
  /** Clients see stacks in every environment except 'production'. */
  readonly env: string
  readonly onError?: ((error: unknown) => void) | undefined
  readonly style: PageStyle
}

/** How the error pages of a dialect look on the wire. */
export interface PageStyle {
  readonly render: (message: string) => string
  readonly headers: Readonly<Record<string, string>>
  /** The path that a 404 page names. */
  readonly describePath: (req: IncomingMessage & { originalUrl?: string }) => string
}

/** An HTML page that a browser can show. */
export const htmlPage: PageStyle = {
  render: (message) => renderPage('Error', message),
  headers: {
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'text/html; charset=utf-8',
  },
  describePath(req) {
    const { pathname = 'resource' } = parseTarget(req.originalUrl || req.url)
    return encodeUrl(String(pathname))
  },
}

/**
 * The end of every chain of handlers: responds with 404 if no handler did, and with an error page to
 * an error. If the headers were sent already, an error can only cut the response off.
 */
export function respondFinally(
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
  options: FinalHandlerOptions,
): void {
  const { env, onError } = options
  if (!error && res.headersSent) return
  const page = error ? describeSafely(error, res, env) : describeMissing(req, options.style)
  if (error && onError) setImmediate(onError, error)
  if (res.headersSent) {
    if (!isAbandoned(res)) abortResponse(req, res)
  } else if (isAbandoned(res)) sendPage(req, res, page, options)
  else if (forgoEnd(req, hasBody(req))) afterTwoTicks(() => sendPage(req, res, page, options))
  else whenReceived(req, () => sendPage(req, res, page, options))
}

interface Page {
  readonly status: number
  readonly message: string
  readonly headers?: Record<string, string>
}

function describeMissing(req: IncomingMessage, style: PageStyle): Page {
  return { status: 404, message: `Cannot ${req.method} ${style.describePath(req)}` }
}

// An error may have getters that throw, or no prototype. The client still gets a response.
function describeSafely(error: unknown, res: ServerResponse, env: string): Page {
  try {
    return describeError(error, res, env)
  } catch {
    return { status: 500, message: 'Internal Server Error' }
  }
}

function describeError(error: unknown, res: ServerResponse, env: string): Page {
  const own = statusOf(error)
  const status = own ?? (isErrorStatus(res.statusCode) ? res.statusCode : 500)
  const message = (env !== 'production' && textOf(error)) || String(statuses.message[status])
  const headers = own === undefined ? undefined : headersOf(error)
  return headers === undefined ? { status, message } : { status, message, headers }
}

function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown }
  return [status, statusCode].find(isErrorStatus)
}

function headersOf(error: unknown): Record<string, string> | undefined {
  const { headers } = error as { headers?: unknown }
  if (!headers || typeof headers !== 'object') return undefined
  return { ...(headers as Record<string, string>) }
}

function textOf(error: unknown): string | undefined {
  const shape = error as { stack?: unknown; toString?: unknown }
  if (shape.stack) return String(shape.stack)
  return typeof shape.toString === 'function' ? String(error) : undefined
}

/** Waits as long as a request without a body takes to end, so that the caller of `next` can set headers. */
function afterTwoTicks(callback: () => void): void {
  nextTick(nextTick, callback)
}

/** Waits for the end of the request, because some clients read a response only after sending. */
function whenReceived(req: IncomingMessage, callback: () => void): void {
  const socket = req.httpVersionMajor < 2 ? req.socket : undefined
  // The socket of a request that a tool created cannot be read, and emits nothing.
  const isOver = req.destroyed || !req.readable || (socket && !socket.readable)
  if (isOver || (req.complete && !isEndAwaited(req))) {
    callback()
    return
  }
  let called = false
  const once = () => {
    if (called) return
    called = true
    socket?.off('error', once)
    callback()
  }
  req.unpipe()
  req.once('end', once)
  req.once('close', once)
  req.once('error', once)
  // The status must be set when loggers read it, on 'close' of the response. This event is earlier.
  socket?.once('error', once)
  req.resume()
}

/** Whether a listener learns of the end if the stream flows; listeners for 'readable' stop its flow. */
function isEndAwaited(req: IncomingMessage): boolean {
  return req.listenerCount('end') > 0 && req.listenerCount('readable') === 0
}

// These headers describe a body that is not sent, and its framing.
const ENTITY_HEADERS = ['Content-Encoding', 'Content-Language', 'Content-Range']
const FRAMING_HEADERS = ['Trailer', 'Transfer-Encoding']

// Node may refuse a header of the program or of the error.
function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  page: Page,
  options: FinalHandlerOptions,
): void {
  try {
    writePage(req, res, page, options)
  } catch {
    if (res.headersSent) {
      abortResponse(req, res)
      return
    }
    for (const name of res.getHeaderNames()) forgetHeader(res, name)
    writePage(req, res, { status: page.status, message: page.message }, options)
  }
}

function writePage(
  req: IncomingMessage,
  res: ServerResponse,
  page: Page,
  options: FinalHandlerOptions,
): void {
  const { style } = options
  const body = style.render(page.message)
  res.statusCode = page.status
  if (req.httpVersionMajor < 2) res.statusMessage = statuses.message[page.status] as string
  const head = (page.headers ? undefined : listHead(res, 'without headers')) ?? new NodeHead(res)
  for (const name of ENTITY_HEADERS) head.remove(name)
  for (const name of FRAMING_HEADERS) forgetHeader(res, name)
  for (const [name, value] of Object.entries(page.headers ?? {})) head.set(name, value)
  for (const [name, value] of Object.entries(style.headers)) head.set(name, value)
  head.set('Content-Length', Buffer.byteLength(body))
  head.end(body, 'utf8')
}
