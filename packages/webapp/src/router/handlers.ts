import type { AnyHandler } from './router-types.ts'

/**
 * Registers each handler of an argument list that may contain nested arrays. As in Express,
 * the handlers before an invalid argument are registered before the error is thrown.
 */
export function eachHandler(
  args: readonly unknown[],
  register: (handler: AnyHandler) => void,
): void {
  const handlers = args.flat(Number.POSITIVE_INFINITY)
  if (handlers.length === 0) throw new TypeError('argument handler is required')
  for (const handler of handlers) {
    if (typeof handler !== 'function') throw new TypeError('argument handler must be a function')
    register(handler as AnyHandler)
  }
}

/** Splits the arguments of `use` into the path ('/' if there is none) and the rest. */
export function splitPath(args: readonly unknown[]): { path: unknown; rest: readonly unknown[] } {
  const [first] = args
  if (typeof innermost(first) === 'function') return { path: '/', rest: args }
  return { path: first, rest: args.slice(1) }
}

/** The first leaf of nested arrays: a function in an array of handlers, else a path. */
function innermost(value: unknown): unknown {
  let inner = value
  while (Array.isArray(inner) && inner.length !== 0) inner = inner[0]
  return inner
}
