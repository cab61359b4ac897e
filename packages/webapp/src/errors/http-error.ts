import { lateHttpErrors } from '../http/late-packages.ts'

export type HttpError = Error & {
  status: number
  statusCode: number
  expose: boolean
  [property: string]: unknown
}

/**
 * The one maker of errors that carry an HTTP status.
 *
 * Given an error it completes that one, which keeps its class, its message and a status of its own.
 */
export function httpError(status: number, cause?: unknown, properties: object = {}): HttpError {
  const createError = lateHttpErrors()
  if (cause === undefined) return createError(status, properties)
  if (typeof cause === 'string') return createError(status, cause, properties)
  if (cause instanceof Error && Object.isExtensible(cause)) {
    return createError(status, cause, properties)
  }
  // Anything can be thrown: a frozen error, a number, an object that says nothing to a client.
  if (cause instanceof Error) return createError(status, cause.message, { ...properties, cause })
  if (typeof cause === 'object') return createError(status, properties)
  return createError(status, String(cause), properties)
}
