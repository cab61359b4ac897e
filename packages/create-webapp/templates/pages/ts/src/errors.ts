import { STATUS_CODES } from 'node:http'
import type { NextFunction, Request, Response } from 'webapp'
import { html } from './html.ts'
import { page } from './page.ts'

/** An error with the status of its response. Clients see the message if the status is below 500. */
export function httpError(status: number, message: string): Error {
  return Object.assign(new Error(message), { status })
}

/** For requests that no route took. */
export function notFound(req: Request): never {
  throw httpError(404, `There is nothing at ${req.baseUrl}${req.path}.`)
}

/** Responds to errors in a browser. webapp recognises error handlers by their four parameters. */
export function errorPage(error: unknown, req: Request, res: Response, next: NextFunction): void {
  const status = statusOf(error)
  // After the head was sent, the connection can only end. In development, webapp shows the error.
  if (res.headersSent || (status >= 500 && req.app.get('env') === 'development')) {
    next(error)
    return
  }
  if (status >= 500) console.error(error)
  const isOwn = status < 500 && error instanceof Error
  const message = isOwn ? error.message : 'Something went wrong.'
  const title = STATUS_CODES[status] ?? 'Error'
  res.status(status).send(page(title, html`<p class="lead">${message}</p>`))
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error && error.status
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}
