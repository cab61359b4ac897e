type AnyFunction = (...args: never[]) => unknown

const known = new WeakMap<AnyFunction, number>()

/** The number of parameters of a handler. Cached, because reading `length` is slow. */
export function arityOf(handler: AnyFunction): number {
  // Programs can put other values than functions into a stack.
  if (typeof handler !== 'function') return (handler as AnyFunction).length
  const remembered = known.get(handler)
  if (remembered !== undefined) return remembered
  const { length } = handler
  known.set(handler, length)
  return length
}
