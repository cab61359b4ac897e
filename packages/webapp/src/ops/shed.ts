import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { checkOptionNames } from '../errors/option-names.ts'
import { isClosed } from '../http/finished.ts'
import { onResponseClose, refuseBody } from '../node/index.ts'
import type { ShedMiddleware, ShedOptions } from './ops-types.ts'
import { Overload } from './overload.ts'

/** A longer body is not read to the end for a request that was refused. */
const READ_ANYWAY = 65_536

/** Creates middleware that refuses requests with 503 while the process is overloaded. */
export function createShed(options: ShedOptions = {}): ShedMiddleware {
  checkOptionNames('shed()', options, ['maxDelay', 'maxInFlight', 'retryAfter', 'priority'])
  const {
    maxDelay = 25,
    maxInFlight = Number.POSITIVE_INFINITY,
    retryAfter = 1,
    priority,
  } = options
  checkPositive('maxDelay', maxDelay)
  checkPositive('maxInFlight', maxInFlight)
  if (!Number.isInteger(retryAfter) || retryAfter < 0) {
    throw new TypeError(`shed(): retryAfter must be whole seconds, got ${inspect(retryAfter)}`)
  }
  if (priority !== undefined && typeof priority !== 'function') {
    throw new TypeError(`shed(): priority must be a function, got ${inspect(priority)}`)
  }
  const overload = new Overload(maxDelay, maxInFlight)
  const { recent } = overload
  let refused = 0
  const middleware = function shed(req, res, next) {
    if (overload.isFull() && priority?.(req) !== true) {
      overload.noteRefusal()
      refused++
      refuse(req, res, retryAfter)
      return
    }
    if (isClosed(res)) {
      next()
      return
    }
    const span = recent.enter()
    try {
      next()
    } finally {
      // Most handlers respond at once, so most responses need no listener.
      if (res.writableEnded) recent.leave(span)
      else onResponseClose(res, () => recent.leave(span))
    }
  } as ShedMiddleware
  Object.defineProperties(middleware, {
    isShedding: { get: () => overload.isActive },
    inFlight: { get: () => recent.inFlight },
    delay: { get: () => overload.delay },
    refused: { get: () => refused },
  })
  return middleware
}

function refuse(req: IncomingMessage, res: ServerResponse, retryAfter: number): void {
  res.statusCode = 503
  res.setHeader('Retry-After', retryAfter)
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  if (hasLongBody(req)) {
    refuseBody(req)
    if (req.httpVersionMajor < 2) res.setHeader('Connection', 'close')
  }
  res.end('Service Unavailable')
}

function hasLongBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return true
  return Number(headers['content-length'] ?? 0) > READ_ANYWAY
}

function checkPositive(name: string, value: unknown): void {
  if (typeof value === 'number' && value > 0) return
  throw new TypeError(`shed(): ${name} must be a number above 0, got ${inspect(value)}`)
}
