import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { abortResponse } from '../../../errors/abort-response.ts'
import { isErrorStatus } from '../../../errors/http-error.ts'
import type { Next } from '../../../http/exchange.ts'
import { forgetHeader } from '../../../node/index.ts'
import { setImmediate } from '../../../runtime/timers.ts'
import type { ErrorHandlerOptions } from '../../../types/v3/middleware.ts'
import { readAccept } from '../../v4/accept.ts'
import { renderErrorPage } from './error-handler-page.ts'

type Handler = (error: unknown, req: IncomingMessage, res: ServerResponse, next: Next) => void
type Log = Exclude<ErrorHandlerOptions['log'], boolean | undefined>

/** The heading of the page, for all handlers. */
errorHandler.title = 'Express'

/** `webapp.errorHandler(options)`: sends errors with their stack, as HTML, JSON or text. */
export function errorHandler(options?: ErrorHandlerOptions): Handler {
  const writeLog = chooseLog(options?.log)
  // Four parameters mark an error handler, so `_next` must be declared.
  return function errorHandler(error, req, res, _next) {
    const status = statusOf(error, res)
    const text = describe(error)
    if (writeLog !== undefined) setImmediate(writeLog, error, text, req, res)
    if (res.headersSent) {
      abortResponse(req, res)
      return
    }
    const { type, body } = renderAnswer(error, text, status, req)
    for (const name of ENTITY_HEADERS) forgetHeader(res, name)
    // In a 416 this header is the size of the file (RFC 9110, 15.5.17).
    if (status !== 416) forgetHeader(res, 'Content-Range')
    res.statusCode = status
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('Content-Type', `${type}; charset=utf-8`)
    if (res.hasHeader('Content-Length')) res.setHeader('Content-Length', Buffer.byteLength(body))
    res.end(body)
  }
}

// These headers describe the body that was not sent.
const ENTITY_HEADERS = ['Content-Encoding', 'Content-Language', 'Transfer-Encoding']

function chooseLog(log: ErrorHandlerOptions['log']): Log | undefined {
  if (typeof log === 'function') return log
  if (log === undefined || log === true) {
    const isTest = log === undefined && process.env.NODE_ENV === 'test'
    return isTest ? undefined : (_error, text) => console.error(text)
  }
  if (log !== false) throw new TypeError('option log must be function or boolean')
  return undefined
}

function statusOf(error: unknown, res: ServerResponse): number {
  const own = ownStatuses(error).find(isErrorStatus)
  return own ?? (isErrorStatus(res.statusCode) ? res.statusCode : 500)
}

// A program can throw any value, even a proxy that throws on property access.
function ownStatuses(error: unknown): unknown[] {
  try {
    const { status, statusCode } = error as { status?: unknown; statusCode?: unknown }
    return [status, statusCode]
  } catch {
    return []
  }
}

/** The stack, or another textual form of the thrown value. */
function describe(error: unknown): string {
  try {
    if (error instanceof Error) return String(error.stack || error)
    return typeof error === 'string' ? error : inspect(error)
  } catch {
    return 'Internal Server Error'
  }
}

interface Rendered {
  readonly type: string
  readonly body: string
}

function renderAnswer(
  error: unknown,
  text: string,
  status: number,
  req: IncomingMessage,
): Rendered {
  const wanted = readAccept(req).types(['html', 'json', 'text'])
  if (wanted === 'json') return { type: 'application/json', body: renderJson(error, text) }
  if (wanted !== 'html') return { type: 'text/plain', body: text }
  const { title } = errorHandler
  return { type: 'text/html', body: renderErrorPage(title, status, headAndStack(error, text)) }
}

function headAndStack(error: unknown, text: string): readonly [string, readonly string[]] {
  if (typeof error === 'string') return [error, []]
  if (!(error instanceof Error)) return ['Error', text.split('\n')]
  const [head = '', ...stack] = text.split('\n')
  return [head, stack]
}

function renderJson(error: unknown, text: string): string {
  const isObject = typeof error === 'object' && error !== null
  const { message, stack } = isObject ? (error as Partial<Error>) : { message: text }
  try {
    return JSON.stringify({ error: { message, stack, ...(isObject && error) } })
  } catch {
    // If a property cannot be serialized, still send the message and the stack.
    return JSON.stringify({ error: { message: String(message), stack: String(stack) } })
  }
}
