import createError from 'http-errors'

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
export function httpError(
  status: number,
  cause?: string | Error,
  properties: object = {},
): HttpError {
  return cause === undefined
    ? createError(status, properties)
    : createError(status, cause, properties)
}
