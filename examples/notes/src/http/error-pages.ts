import type { Logger } from 'pino'
import type { ErrorRequestHandler, RequestHandler } from 'webapp'
import { notFound } from '../errors.ts'
import type { Messages } from '../language/en.ts'
import { messagesFor } from '../language/language.ts'

export const noSuchPage: RequestHandler = () => {
  throw notFound()
}

/** Errors as pages in the language of the visitor. The details of server errors go to the log only. */
export function errorPages(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const { status, type, headers } = describe(error)
    if (status >= 500) (req.log ?? log).error({ err: error }, 'request failed')
    // For example the session could not be renewed after the response: the visitor has all of it.
    if (res.writableEnded) return
    if (res.headersSent) return next(error)
    const t: Messages = res.locals.t ?? messagesFor(req)
    const title = t.errors.title
    const message = t.errors.byType[type] ?? t.errors.byStatus[status] ?? t.errors.byStatus[500]
    res.status(status).set({ ...headers, 'Cache-Control': 'no-store' })
    if (!req.accepts('html')) return res.type('text').send(`${message}\n`)
    res.render('error', { t, title, message, status, requestId: req.id, path: '/', scripts: [] })
  }
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
