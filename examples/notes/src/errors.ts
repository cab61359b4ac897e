/** An error with a status for the client. Its message is shown to the client. */
export class HttpError extends Error {
  readonly expose = true
  readonly status: number
  /** A code for programs, such as `note.changed`. */
  readonly type: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, type: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'HttpError'
    this.status = status
    this.type = type
    this.headers = details.headers ?? {}
  }
}

interface ErrorDetails {
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

export function notFound(what = 'page'): HttpError {
  return new HttpError(404, `There is no such ${what}`, 'not-found')
}

export function forbidden(message: string, type = 'forbidden'): HttpError {
  return new HttpError(403, message, type)
}

const PARTS = { database: 'The database', redis: 'Redis', storage: 'The storage' }

/** A part that the application needs does not respond. The client may try again. */
export function unavailable(part: keyof typeof PARTS, cause: unknown): HttpError {
  const message = `${PARTS[part]} is not available at the moment. Try again in a few seconds`
  return new HttpError(503, message, `unavailable.${part}`, {
    headers: { 'Retry-After': '2' },
    cause,
  })
}

/** The code of an error of Node, PostgreSQL or a driver. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether an error is a 503 of a part, after which the outcome of a write may be unknown. */
export function isUnavailable(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status === 503
}
