import { isIPv6 } from 'node:net'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RequestHandler, Response } from 'webapp'
import type { Config } from '../config.ts'
import { HttpError, unavailable } from '../errors.ts'
import type { Redis } from '../redis.ts'

export interface RateLimits {
  /** For all requests of a client. */
  readonly requests: RequestHandler
  /** For attempts to log in and to sign up. */
  readonly logins: RequestHandler
}

/** Limits that all processes share by Redis, or of this process alone. */
export function createRateLimits(config: Config, redis: Redis | undefined): RateLimits {
  const limit = (name: string, points: number, duration: number) =>
    points === 0 ? pass : limitBy(createLimiter({ name, points, duration }, redis), points)
  return {
    requests: limit('requests', config.requestsPerMinute, 60),
    logins: limit('logins', config.loginsPerQuarter, 15 * 60),
  }
}

interface Limit {
  readonly name: string
  readonly points: number
  /** In seconds. */
  readonly duration: number
}

function createLimiter(limit: Limit, redis: Redis | undefined): RateLimiterAbstract {
  const options = {
    points: limit.points,
    duration: limit.duration,
    keyPrefix: `notes:limit:${limit.name}`,
  }
  if (redis === undefined) return new RateLimiterMemory(options)
  return new RateLimiterRedis({ ...options, storeClient: redis.commands, useRedisPackage: true })
}

const pass: RequestHandler = (_req, _res, next) => next()

function limitBy(limiter: RateLimiterAbstract, limit: number): RequestHandler {
  return async (req, res, next) => {
    const result = await limiter.consume(clientOf(req.ip ?? '')).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason
      throw unavailable('redis', reason)
    })
    setHeaders(res, limit, result)
    if (result.consumedPoints > limit) throw tooMany(result)
    next()
  }
}

/**
 * The key of a client. A provider gives each customer at least 2^64 addresses of IPv6, which share
 * their first 64 bits: a limit for each single address would be none.
 */
export function clientOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const groups = tail === undefined ? first : [...first, ...zeros, ...last]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

function setHeaders(res: Response, limit: number, result: RateLimiterRes): void {
  res.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(result.remainingPoints),
    'RateLimit-Reset': String(secondsOf(result)),
  })
}

function tooMany(result: RateLimiterRes): HttpError {
  const seconds = secondsOf(result)
  const message = `Too many requests. Try again in ${seconds} seconds`
  return new HttpError(429, message, 'rate-limit', { headers: { 'Retry-After': String(seconds) } })
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1000)
}
