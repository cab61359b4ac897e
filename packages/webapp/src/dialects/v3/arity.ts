type AnyFunction = (...args: never[]) => unknown

const known = new WeakMap<AnyFunction, number>()

/** How many parameters a handler takes: asked in each request, and slow to read from a function. */
export function arityOf(handler: AnyFunction): number {
  // What lies in a stack need not be a function.
  if (typeof handler !== 'function') return (handler as AnyFunction).length
  const remembered = known.get(handler)
  if (remembered !== undefined) return remembered
  const { length } = handler
  known.set(handler, length)
  return length
}
