import type { IncomingMessage } from 'node:http'
import ms from 'ms'
import { httpError } from '../../../errors/http-error.ts'
import { withLength } from '../../../members/expose.ts'
import type { TimeoutOptions } from '../../../types/v3/late-middleware.ts'
import { beforeHead } from './before-head.ts'
import type { Middleware } from './handler.ts'

interface TimedRequest extends IncomingMessage {
  clearTimeout?: () => void
  timedout?: boolean
}

const DEFAULT_TIME = 5000

/** `webapp.timeout(ms, options)`: 503 if the headers are not sent in time. */
export function timeout(time?: number | string | null, options?: TimeoutOptions): Middleware {
  const delay = readTime(time)
  const respond = options?.respond !== false
  return function timeout(req: TimedRequest, res, next) {
    const timer = setTimeout(() => {
      req.timedout = true
      req.emit('timeout', delay)
    }, delay)
    const clear = () => clearTimeout(timer)
    req.clearTimeout = clear
    req.timedout = false
    if (respond) {
      req.on('timeout', () => {
        next(httpError(503, 'Response timeout', { code: 'ETIMEDOUT', timeout: delay }))
      })
    }
    beforeHead(res, clear)
    res.on('close', clear)
    next()
  }
}
withLength(2, timeout)

function readTime(time: number | string | null | undefined): number {
  if (typeof time !== 'string') return time || DEFAULT_TIME
  const delay = ms(time as ms.StringValue) as number | undefined
  if (delay === undefined || Number.isNaN(delay)) {
    throw new TypeError(`timeout() time "${time}" is invalid`)
  }
  return delay
}
