import type { ErrorRequestHandler } from '../../../src/types/v5/public.ts'

/** Answers with what an error handler was given. */
export const tellError: ErrorRequestHandler = (error, _req, res, _next) => {
  const { status, statusCode, type, message } = Object(error)
  res.statusCode = typeof status === 'number' ? status : 500
  res.removeHeader('Content-Length') // That of the answer that failed.
  res.setHeader('X-Told', 'error')
  res.end(JSON.stringify({ status, statusCode, type, message: message ?? String(error) }))
}
