import { callSite } from '../errors/call-site.ts'

const calls = new WeakMap<object, Error>()

/**
 * Records the call that creates a route if WEBAPP_ROUTE_LOCATIONS is set. It is opt-in because a
 * stack trace takes about 10 µs: a tenth of creating a 5.x route, a quarter of a 4.x route.
 */
export function recordLocation(route: object): void {
  if (process.env.WEBAPP_ROUTE_LOCATIONS) calls.set(route, new Error())
}

/** File, line and column of the call that created a route, if recorded. */
export function locationOf(route: object): string | undefined {
  const call = calls.get(route)
  return call && callSite(call.stack ?? '')
}
