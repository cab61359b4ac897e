import { STATUS_CODES } from 'node:http'
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
  const createError = loadMaker()
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

type Maker = (status: number, ...given: (Error | string | object)[]) => HttpError

// A process that has too many files open cannot load the package, and has to tell just that: errors
// of files and bodies are made in callbacks of Node, where nobody would catch another.
function loadMaker(): Maker {
  try {
    return lateHttpErrors()
  } catch {
    return createPlainly
  }
}

function createPlainly(status: number, ...given: (Error | string | object)[]): HttpError {
  const properties = given.pop() as object
  const [cause = STATUS_CODES[status]] = given as (Error | string)[]
  const error = (cause instanceof Error ? cause : new Error(cause)) as HttpError
  const own = error.status || error.statusCode || status
  return Object.assign(error, { status: own, statusCode: own, expose: own < 500 }, properties)
}
