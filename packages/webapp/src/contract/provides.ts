import { inspect } from 'node:util'

/**
 * Returns the middleware. What it adds to requests is a type alone, so nothing can be checked when it
 * runs.
 */
export function createProvider(middleware: unknown): unknown {
  if (typeof middleware === 'function') return middleware
  const given = inspect(middleware, { depth: 0 })
  throw new TypeError(`provides() takes middleware such as (req, res, next) => …, got ${given}`)
}
