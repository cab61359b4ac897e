import statuses from 'statuses'
import { deprecate } from './deprecation.ts'

export type HttpError = Error & {
  status: number
  statusCode: number
  expose: boolean
  [property: string]: unknown
}

/**
 * The one maker of errors that carry an HTTP status, 4xx or 5xx.
 *
 * Given an error it completes that one, which keeps its class, its message and a status of its own.
 */
export function httpError(status: number, cause?: unknown, properties: object = {}): HttpError {
  const error =
    cause instanceof Error && Object.isExtensible(cause)
      ? complete(cause, status)
      : createError(status, messageOf(cause))
  // Anything can be thrown, a frozen error too: its message is kept, and it is the cause.
  if (cause instanceof Error && error !== cause) error.cause = cause
  return Object.assign(error, properties)
}

/** The text that a thrown value has for a client; objects have none. */
function messageOf(cause: unknown): string | undefined {
  if (cause instanceof Error) return cause.message
  return cause === undefined || typeof cause === 'object' ? undefined : String(cause)
}

const ODD = 'non-error status code; use only 4xx or 5xx status codes'

function complete(given: Error, fallback: number): HttpError {
  const error = given as HttpError
  const told = error.status || error.statusCode || fallback
  if (typeof told === 'number' && (told < 400 || told >= 600)) deprecate(ODD, ODD, 'http-errors')
  const status = isStatus(told) ? told : 500
  // An error whose class has the status comes from http-errors, and is complete.
  if (error.status === status && !Object.hasOwn(error, 'status')) return error
  return Object.assign(error, { expose: status < 500, statusCode: status, status })
}

function isStatus(status: unknown): status is number {
  return isErrorStatus(status) || (typeof status === 'number' && status in statuses.message)
}

export function isErrorStatus(status: unknown): status is number {
  return typeof status === 'number' && status >= 400 && status < 600
}

/** As http-errors makes it: its class is named after the status, and its message is enumerable. */
function createError(status: number, message = statuses.message[status]): HttpError {
  const Class = classOf(status)
  const error = new Class(message) as HttpError
  Object.defineProperty(error, 'message', { enumerable: true })
  Object.defineProperty(error, 'name', { configurable: true, writable: true, value: Class.name })
  // Again: the first line then has the new name, and the first frame is the caller of `httpError`.
  Error.captureStackTrace(error, httpError)
  return error
}

class StatusError extends Error {}
Object.defineProperty(StatusError, 'name', { value: 'HttpError' })

const classes = new Map<number, typeof StatusError>()

function classOf(status: number): typeof StatusError {
  const known = classes.get(status)
  if (known !== undefined) return known
  const made = class extends StatusError {}
  Object.defineProperty(made, 'name', { configurable: true, value: nameOf(status) })
  Object.assign(made.prototype, { status, statusCode: status, expose: status < 500 })
  classes.set(status, made)
  return made
}

/** `Payload Too Large` becomes `PayloadTooLargeError`. */
function nameOf(status: number): string {
  const words = (statuses.message[status] ?? '').split(' ')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return `${name.replace(/\W/g, '').replace(/Error$/, '')}Error`
}
