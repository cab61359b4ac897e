import { callSite } from '../errors/call-site.ts'

const calls = new WeakMap<object, Error>()

/**
 * Records the call that creates a route if WEBAPP_ROUTE_LOCATIONS is set. It is opt-in because a
 * stack trace takes about 10 µs, up to a quarter of creating the route.
 */
export function recordLocation(route: object): void {
  if (process.env.WEBAPP_ROUTE_LOCATIONS) calls.set(route, new Error())
}

/** File, line and column of the call that created a route, if recorded. */
export function locationOf(route: object): string | undefined {
  return callSite(calls.get(route)?.stack)
}
