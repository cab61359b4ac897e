import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RequestHandler } from 'webapp'
import { httpError } from '../errors.ts'

/** Refuses requests of a client above a limit. Each process counts for itself. */
export function rateLimit(points: number, seconds: number): RequestHandler {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return async (req, res, next) => {
    try {
      await limiter.consume(clientOf(req.ip ?? ''))
    } catch (result) {
      if (!(result instanceof RateLimiterRes)) throw result
      res.set('Retry-After', String(Math.ceil(result.msBeforeNext / 1000)))
      throw httpError(429, 'Too many attempts. Try again later.')
    }
    next()
  }
}

/**
 * The key of a client. A provider gives each customer at least 2^64 addresses of IPv6, which share
 * their first 64 bits: a limit for each single address would be none.
 */
function clientOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = ip.includes('::') ? Array(8 - first.length - last.length).fill('0') : []
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
