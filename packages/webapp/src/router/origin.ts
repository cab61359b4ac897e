import { callingPlace } from '../errors/calling-place.ts'

/** Where a layer or a route comes from, as those who list routes ask for it. */
export interface Origin {
  readonly dialect: '5.x' | '4.x' | '3.x'
  /** The paths as they were written, without lists around them. */
  readonly paths: readonly unknown[]
}

const calls = new WeakMap<object, Error>()

/**
 * Remembers the call that makes a route, where somebody asked for it: a stack costs about 10 µs,
 * which is a tenth of a route of 5.x and a quarter of one of 4.x.
 */
export function noteLocation(route: object): void {
  if (process.env.WEBAPP_ROUTE_LOCATIONS) calls.set(route, new Error())
}

/** File, line and column of the call that made a route, where it is known. */
export function locationOf(route: object): string | undefined {
  const call = calls.get(route)
  return call && callingPlace(call.stack ?? '')
}
