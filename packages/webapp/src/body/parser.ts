import type { IncomingMessage, ServerResponse } from 'node:http'
import { catchesRejections, isThenable, passRejection } from '../errors/callback-errors.ts'
import { httpError } from '../errors/http-error.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { isKnownCharset, unsupportedCharset } from './charset.ts'
import { decodeContent } from './inflate.ts'
import type { BodySettings } from './options.ts'
import { discard, readBody } from './read.ts'

type Next = (error?: unknown) => void
type BodyRequest = IncomingMessage & { body?: unknown }
export type BodyParser = (req: IncomingMessage, res: ServerResponse, next: Next) => void

/** The differences between the parsers of JSON, text, forms and bytes. */
export interface BodyFormat {
  /** The charset of a body; null for bytes. Throws if the format does not allow the charset. */
  readonly chooseCharset: (req: IncomingMessage) => string | null
  /** Adds the promises to `pending` on which the handlers wait. */
  readonly parse: (body: Buffer, charset: string | null, pending: Promise<unknown>[]) => unknown
}

/**
 * Reads and parses the body of a request if its type matches the options; else calls `next`.
 *
 * It uses no member of an application, so it also works in a plain Node server and in Connect.
 */
export function parseBody(
  format: BodyFormat,
  settings: BodySettings,
  req: BodyRequest,
  res: ServerResponse,
  next: Next,
): void {
  const { policy } = settings
  if (policy.isRead(req)) {
    next()
    return
  }
  policy.prepareBody(req)
  const isWanted = policy.lateTypeIs().hasBody(req) && settings.isWanted(req)
  if (!isWanted) {
    next()
    return
  }
  const proceed = afterPromise(isWanted, req)
  policy.markRead(req)
  let charset: string | null
  let decoded: ReturnType<typeof decodeContent>
  try {
    charset = format.chooseCharset(req)
    if (charset !== null && !isKnownCharset(charset)) throw unsupportedCharset(charset)
    decoded = decodeContent(req, settings)
  } catch (error) {
    discard(req, req)
    next(error)
    return
  }
  const done = bindAsyncContext((error: Error | null, body?: Buffer) => {
    if (error !== null) next(error)
    else
      proceed(
        () => finish(format, settings, { req, res, next, charset, body: body as Buffer }),
        next,
      )
  })
  readBody(req, decoded, settings.limit, done)
}

type Proceed = (callback: () => void, fail: Next) => void

const atOnce: Proceed = (callback) => callback()

/**
 * Calls back at once, or after the promise that a `type` function returned. A promise is true, as in
 * Express, but the handlers must not run beside its error.
 */
function afterPromise(result: unknown, req: IncomingMessage): Proceed {
  if (!isThenable(result) || !catchesRejections(req)) return atOnce
  // Handled before the body has arrived.
  const settled = Promise.resolve(result)
  settled.catch(() => {})
  return (callback, fail) => void settled.then(callback, (error) => passRejection(error, fail))
}

interface Received {
  readonly req: BodyRequest
  readonly res: ServerResponse
  readonly next: Next
  readonly charset: string | null
  readonly body: Buffer
}

function finish(format: BodyFormat, settings: BodySettings, received: Received): void {
  const { req, res, charset, body, next } = received
  const { verify } = settings // Called without a receiver, as in Express.
  const refuse = (error: unknown) => next(verifyFailure(error, body))
  let verdict: unknown
  try {
    verdict = verify?.(req, res, body, charset)
  } catch (error) {
    refuse(error)
    return
  }
  // The body of a request whose check is not over must not reach the handlers.
  if (isThenable(verdict) && catchesRejections(req)) {
    verdict.then(() => parse(format, received), refuse)
  } else parse(format, received)
}

function parse(format: BodyFormat, { req, charset, body, next }: Received): void {
  const pending: Promise<unknown>[] = []
  try {
    req.body = format.parse(body, charset, pending)
  } catch (error) {
    next(error)
    return
  }
  if (pending.length === 0 || !catchesRejections(req)) next()
  else Promise.all(pending).then(() => next(), next)
}

function verifyFailure(error: unknown, body: Buffer): Error {
  return httpError(403, error ?? String(error), {
    body,
    type: typeOf(error) ?? 'entity.verify.failed',
  })
}

/** The error for a body that cannot be parsed; its `body` is the text. */
export function parseFailure(error: unknown, text: string): Error {
  return httpError(400, error, {
    body: text,
    type: typeOf(error) ?? 'entity.parse.failed',
  })
}

function typeOf(error: unknown): unknown {
  return (error as { type?: unknown } | null | undefined)?.type || undefined
}
