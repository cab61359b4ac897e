import type { ErrorHandler, Handler } from '../http/exchange.ts'

export type AnyHandler = Handler | ErrorHandler

/**
 * Hands over the functions among arguments that may be nested lists, one by one: those before a
 * wrong argument are registered when it is refused.
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

/** Splits the arguments of `use` into the path, '/' when none is given, and the rest. */
export function splitPath(args: readonly unknown[]): { path: unknown; rest: readonly unknown[] } {
  const [first] = args
  if (typeof innermost(first) === 'function') return { path: '/', rest: args }
  return { path: first, rest: args.slice(1) }
}

// A list of paths and a list of handlers are told apart by what lies first in them.
function innermost(value: unknown): unknown {
  let inner = value
  while (Array.isArray(inner) && inner.length !== 0) inner = inner[0]
  return inner
}
