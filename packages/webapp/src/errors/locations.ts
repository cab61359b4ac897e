import { callSite } from './call-site.ts'

const calls = new WeakMap<object, Error>()

/** The call that counts for the routes that are being created, in place of the running one. */
let described: Error | undefined

/**
 * Records the call that creates a route if WEBAPP_ROUTE_LOCATIONS is set. It is opt-in because a
 * stack trace takes about 10 µs, up to a quarter of creating the route.
 */
export function recordLocation(route: object): void {
  if (process.env.WEBAPP_ROUTE_LOCATIONS) calls.set(route, described ?? new Error())
}

/** Runs a function whose routes have the location of their description. */
export function registerDescribed(description: object, register: () => void): void {
  described = calls.get(description)
  try {
    register()
  } finally {
    described = undefined
  }
}

/** File, line and column of the call that created a route, if recorded. */
export function locationOf(route: object): string | undefined {
  return callSite(calls.get(route)?.stack)
}
