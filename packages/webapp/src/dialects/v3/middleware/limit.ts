import type { IncomingMessage } from 'node:http'
import bytes from 'bytes'
import { deprecate } from '../../../errors/deprecation.ts'
import { httpError } from '../../../errors/http-error.ts'
import { refuseBody } from '../../../node/index.ts'
import { nextTick } from '../../../runtime/timers.ts'
import type { Middleware } from './handler.ts'

interface LimitedRequest extends IncomingMessage {
  _limit?: boolean
}

/** `webapp.limit(bytes)`: rejects larger bodies, independent of the code that reads them. */
export function limit(size: number | string): Middleware {
  deprecate('limit: Restrict request size at location of read')
  const max = parseSize(size)
  return function limit(req: LimitedRequest, _res, next) {
    // As in Express, the first of several limits counts.
    if (req._limit) {
      next()
      return
    }
    req._limit = true
    const length = Number.parseInt(req.headers['content-length'] ?? '', 10)
    if (length > max) {
      refuseBody(req)
      next(tooLarge(max, length))
      return
    }
    if (Number.isNaN(length)) countBytes(req, max)
    next()
  }
}

// Throws at once, because a limit that is not a number would allow any size.
function parseSize(size: unknown): number {
  if (size === undefined || size === null) throw new TypeError('limit() bytes required')
  const max = typeof size === 'number' ? size : bytes.parse(size as string)
  if (max === null || Number.isNaN(max) || max < 0) {
    throw new TypeError(`limit() bytes "${String(size)}" is invalid`)
  }
  return max
}

function tooLarge(max: number, received: number): Error {
  return httpError(413, undefined, { limit: max, received, type: 'entity.too.large' })
}

/**
 * Counts the bytes of a body without Content-Length in `push`. A 'data' listener would start the
 * flow before the body parser is attached.
 */
function countBytes(req: IncomingMessage, max: number): void {
  const { push } = req
  let received = req.readableLength
  req.push = function pushCounted(chunk: Buffer | null, encoding?: BufferEncoding) {
    if (chunk === null) return push.call(req, chunk)
    const isRefused = received > max
    received += chunk.length
    if (received <= max) return push.call(req, chunk, encoding)
    if (!isRefused) refuse(req, tooLarge(max, received))
    return true
  }
}

/** Emits the error when a reader is attached. Without an 'error' listener, destroys the request. */
function refuse(req: IncomingMessage, error: Error): void {
  const tell = () => {
    if (req.listenerCount('error') > 0) req.emit('error', error)
    else req.destroy()
  }
  const onListener = (event: string) => {
    if (event !== 'data' && event !== 'readable') return
    req.removeListener('newListener', onListener)
    nextTick(tell)
  }
  if (req.listenerCount('data') > 0 || req.listenerCount('readable') > 0) tell()
  else req.on('newListener', onListener)
}
