import { deprecate } from '../../../errors/deprecation.ts'
import type {
  ResponseTimeListener,
  ResponseTimeOptions,
} from '../../../types/v3/late-middleware.ts'
import { beforeHead } from './before-head.ts'
import type { Middleware } from './handler.ts'

/** `webapp.responseTime(options | listener)`: milliseconds from here to the headers. */
export function responseTime(
  options?: ResponseTimeOptions | ResponseTimeListener | number,
): Middleware {
  const report = typeof options === 'function' ? options : createHeader(readOptions(options))
  return function responseTime(req, res, next) {
    const start = process.hrtime.bigint()
    beforeHead(res, () => report(req, res, Number(process.hrtime.bigint() - start) / 1e6))
    next()
  }
}

function readOptions(options: ResponseTimeOptions | number | undefined): ResponseTimeOptions {
  if (typeof options !== 'number') return options ?? {}
  deprecate(
    `number argument: use {digits: ${options}} instead`,
    'responseTime number argument',
    'response-time',
  )
  return { digits: options }
}

function createHeader({ digits = 3, header, suffix }: ResponseTimeOptions): ResponseTimeListener {
  const name = header || 'X-Response-Time'
  const unit = suffix === false ? '' : 'ms'
  // Throws at once for a number of digits that cannot be written.
  Number(0).toFixed(digits)
  return (_req, res, time) => {
    if (!res.hasHeader(name)) res.setHeader(name, `${time.toFixed(digits)}${unit}`)
  }
}
