import webapp, { type Request, type RequestHandler, type Router } from 'webapp'
import { health } from 'webapp/ops'
import type { Services } from '../services.ts'

/**
 * For operators. `/health/live`: restart the process if this fails. `/health/ready`: send requests
 * only if this is 200. The addresses match exactly: a proxy that keeps `/metrics` inside does not
 * know that `/METRICS` and `/metrics/` would be the same route.
 */
export function operatorRoutes({ database, redis }: Services, metrics: RequestHandler): Router {
  const routes = webapp.Router({ caseSensitive: true, strict: true })
  routes.get('/metrics', metrics)
  const checks = {
    database: () => database.query('SELECT 1'),
    ...(redis && { redis: () => redis.commands.ping() }),
  }
  routes.use('/health', health({ checks, details: isInside }))
  return routes
}

/** Errors of parts name hosts, so visitors who come through the proxy do not get them. */
function isInside(req: Pick<Request, 'headers'>): boolean {
  return req.headers['x-forwarded-for'] === undefined
}
