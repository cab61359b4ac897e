import type { NextFunction, Request, Response } from 'webapp'

/** Responds to requests that no route took. */
export function notFound(req: Request, res: Response): void {
  res.status(404)
  respond(req, res, `There is nothing at ${req.path}.`)
}

/** Responds to errors. webapp recognises error handlers by their four parameters. */
export function handleError(error: unknown, req: Request, res: Response, next: NextFunction): void {
  // The head is out: all that is left is to end the connection.
  if (res.headersSent) {
    next(error)
    return
  }
  const status = statusOf(error)
  if (status >= 500) {
    console.error(error)
    // In development, the next handler shows the error.
    if (req.app.get('env') === 'development') {
      next(error)
      return
    }
  }
  res.status(status)
  const isOwn = status < 500 && error instanceof Error
  respond(req, res, isOwn ? error.message : 'Something went wrong.')
}

function statusOf(error: unknown): number {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

function respond(req: Request, res: Response, message: string): void {
  if (req.accepts(['json', 'html']) === 'html') res.type('text').send(`${message}\n`)
  else res.json({ error: message })
}
