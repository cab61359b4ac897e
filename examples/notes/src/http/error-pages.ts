import type { ErrorRequestHandler, RequestHandler } from 'webapp'
import { notFound } from '../errors.ts'
import type { Messages } from '../language/en.ts'
import { messagesFor } from '../language/language.ts'

export const noSuchPage: RequestHandler = () => {
  throw notFound()
}

/** Gives the error to the log line of the request. */
export const recordError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  // For example the session could not be renewed after the response: the client has all of it.
  if (res.writableEnded) {
    req.log.warn({ err: error }, 'failure after the response')
    return
  }
  if (describe(error).status >= 500) res.err = toError(error)
  next(error)
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Errors as pages in the language of the visitor. The details of server errors are in the log only. */
export const errorPages: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error)
  const { status, type, headers } = describe(error)
  const t: Messages = res.locals.t ?? messagesFor(req)
  const { title, byType, byStatus } = t.errors
  const message = byType[type] ?? byStatus[status] ?? byStatus[status < 500 ? 400 : 500]
  res.status(status).set({ ...headers, 'Cache-Control': 'no-store' })
  if (!req.accepts('html')) return res.type('text').send(`${message}\n`)
  res.render('error', { t, title, message, status, requestId: req.id, path: '/', scripts: [] })
}

interface Description {
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
}

function describe(error: unknown): Description {
  const fields: Partial<Record<keyof Description, unknown>> = Object(error)
  const { status, type, headers } = fields
  return {
    status: typeof status === 'number' && status >= 400 && status < 600 ? status : 500,
    type: typeof type === 'string' ? type : '',
    headers: typeof headers === 'object' && headers !== null ? { ...headers } : {},
  }
}
