import type { IncomingMessage, ServerResponse } from 'node:http'
import encodeUrl from 'encodeurl'
import statuses from 'statuses'
import { parseTarget } from '../http/target.ts'
import { forgetHeader } from '../node/response/forget-header.ts'
import { abortResponse } from './abort-response.ts'
import { renderPage } from './page.ts'

export interface FinalHandlerOptions {
  /** Stacks are shown to the client in every environment but 'production'. */
  readonly env: string
  readonly onError?: ((error: unknown) => void) | undefined
  readonly style?: PageStyle | undefined
  /** Sends a whole page in one go, where that is the same; false where it is not. */
  readonly sendAtOnce?: (res: ServerResponse, headers: HeaderList, body: string) => boolean
  /** Says that nobody will wait for the end of a request; false where somebody might. */
  readonly forgoEnd?: (req: IncomingMessage) => boolean
}

/** Names and values in turn. */
type HeaderList = readonly (string | number)[]

/** How the pages of a dialect look on the wire. */
export interface PageStyle {
  readonly render: (message: string) => string
  readonly headers: Readonly<Record<string, string>>
  /** The path that a 404 page names. */
  readonly describePath: (req: IncomingMessage & { originalUrl?: string }) => string
}

const pageStyle: PageStyle = {
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
 * The last link of every chain: answers 404 when nothing else did, and an error page for an error.
 *
 * After the headers went out an error can only be told by cutting the answer.
 */
export function answerFinally(
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
  options: FinalHandlerOptions,
): void {
  const { env, onError } = options
  if (!error && res.headersSent) return
  const answer = error ? describeSafely(error, res, env) : describeMissing(req, styleOf(options))
  if (error && onError) setImmediate(onError, error)
  if (res.headersSent) abortResponse(req, res)
  else if (hasBody(req) || !options.forgoEnd?.(req)) {
    whenReceived(req, () => sendPage(req, res, answer, options))
  } else afterTwoTicks(() => sendPage(req, res, answer, options))
}

function styleOf({ style = pageStyle }: FinalHandlerOptions): PageStyle {
  return style
}

interface Page {
  readonly status: number
  readonly message: string
  readonly headers?: Record<string, string>
}

function describeMissing(req: IncomingMessage, style: PageStyle): Page {
  return { status: 404, message: `Cannot ${req.method} ${style.describePath(req)}` }
}

// An error may have getters that throw, or no prototype: the client still gets its answer.
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

function isErrorStatus(status: unknown): status is number {
  return typeof status === 'number' && status >= 400 && status < 600
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

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/** When a request without a body would end: whoever called `next` can still set headers. */
function afterTwoTicks(callback: () => void): void {
  process.nextTick(process.nextTick, callback)
}

/** Waits until the request was read to its end, so that a keep-alive client can read the answer. */
function whenReceived(req: IncomingMessage, callback: () => void): void {
  if (req.complete || req.destroyed || !req.readable) {
    callback()
    return
  }
  let called = false
  const once = () => {
    if (called) return
    called = true
    callback()
  }
  req.unpipe()
  req.once('end', once)
  req.once('close', once)
  req.once('error', once)
  req.resume()
}

// What was said about another body, and how that would have been framed.
const ENTITY_HEADERS = [
  'Content-Encoding',
  'Content-Language',
  'Content-Range',
  'Trailer',
  'Transfer-Encoding',
]

// A header of the program or of its error may be one that cannot be sent.
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
  const style = styleOf(options)
  const body = style.render(page.message)
  res.statusCode = page.status
  if (req.httpVersionMajor < 2) res.statusMessage = statuses.message[page.status] as string
  const headers: [string, string | number][] = Object.entries(style.headers)
  headers.push(['Content-Length', Buffer.byteLength(body)])
  if (!page.headers && options.sendAtOnce?.(res, headers.flat(), body)) return
  for (const name of ENTITY_HEADERS) forgetHeader(res, name)
  for (const [name, value] of Object.entries(page.headers ?? {})) res.setHeader(name, value)
  for (const [name, value] of headers) res.setHeader(name, value)
  if (req.method === 'HEAD') res.end()
  else res.end(body, 'utf8')
}
