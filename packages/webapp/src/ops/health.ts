import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { checkOptionNames, isObject } from '../errors/option-names.ts'
import { isRequestClosing } from '../request/closing.ts'
import { HealthProbe } from './health-probe.ts'
import type { HealthOptions, HealthReport, OpsMiddleware } from './ops-types.ts'
import { isProcessOverloaded } from './overload.ts'

/** Creates a handler for `/live` and `/ready`. */
export function createHealth(options: HealthOptions = {}): OpsMiddleware {
  checkOptionNames('health()', options, ['checks', 'timeout', 'cache', 'details'])
  const { checks = {}, timeout = 2000, cache = 1000, details = false } = options
  if (!isObject(checks)) {
    throw new TypeError(`health(): checks must be an object of functions, got ${inspect(checks)}`)
  }
  checkDuration('timeout', timeout, 1)
  checkDuration('cache', cache, 0)
  if (typeof details !== 'boolean' && typeof details !== 'function') {
    throw new TypeError(
      `health(): details must be a boolean or a function, got ${inspect(details)}`,
    )
  }
  const probes = Object.entries(checks).map(
    ([name, check]) => new HealthProbe(name, check, { timeout, cache }),
  )
  const health: OpsMiddleware = function health(req, res, next) {
    const path = pathOf(req)
    if ((path !== '/live' && path !== '/ready') || !isRead(req)) {
      next()
      return
    }
    if (path === '/live') {
      respond(req, res, { status: 'ok' })
      return
    }
    const mayTell = typeof details === 'function' ? details(req) === true : details
    inspectReadiness(req, probes)
      .then((report) => respond(req, res, mayTell ? report : { status: report.status }))
      .catch(next)
  }
  return Object.defineProperty(health, 'stack', { value: listRoutes(health) })
}

/** The routes in the form of a router's stack, for the list of routes. */
function listRoutes(handle: object): object[] {
  return ['/live', '/ready'].map((path) => {
    return { handle, route: { path, stack: [{ method: 'get', handle }] } }
  })
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** While the application closes, its checks are not run: they would use what is being closed. */
async function inspectReadiness(
  req: IncomingMessage,
  probes: readonly HealthProbe[],
): Promise<HealthReport> {
  if (isRequestClosing(req)) return { status: 'unavailable', reasons: ['closing'] }
  const results = await Promise.all(
    probes.map(async (probe) => [probe.name, await probe.run()] as const),
  )
  const failed = results.filter(([, { status }]) => status !== 'ok').map(([name]) => name)
  const reasons = [...(isProcessOverloaded() ? ['overloaded'] : []), ...failed]
  return {
    status: reasons.length === 0 ? 'ok' : 'unavailable',
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(results.length === 0 ? {} : { checks: Object.fromEntries(results) }),
  }
}

function respond(req: IncomingMessage, res: ServerResponse, report: HealthReport): void {
  // A deadline or the client may have ended the request while the checks ran.
  if (res.headersSent || res.writableEnded) return
  const body = JSON.stringify(report)
  res.statusCode = report.status === 'ok' ? 200 : 503
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.end(req.method === 'HEAD' ? undefined : body)
}

function checkDuration(name: string, value: unknown, least: number): void {
  if (typeof value === 'number' && value >= least && Number.isFinite(value)) return
  throw new TypeError(
    `health(): ${name} must be milliseconds from ${least} on, got ${inspect(value)}`,
  )
}
