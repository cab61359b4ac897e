/** The names of the parameters of a function, as far as its source text shows them. */
export function parameterNames(fn: object): string[] {
  const [, list = ''] = /^[^(]*\(([^()]*)\)/.exec(sourceOf(fn)) ?? []
  return list
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(',')
    .map((parameter) => parameter.trim())
    .filter((name) => name !== '')
}

/**
 * Whether a handler may call `next`: it has the parameter, or reads its arguments in another way. A
 * function whose text is not known, such as a bound one, may do so too.
 */
export function mayContinue(handler: object): boolean {
  if (typeof handler !== 'function' || handler.length > 2) return true
  return /\barguments\b|\.\.\.|\[native code\]|next/i.test(sourceOf(handler))
}

/** Whether a handler may leave its route by `next('route')` or `next('router')`. */
export function maySkipRoute(handler: object): boolean {
  return /['"`]router?['"`]|\[native code\]/.test(sourceOf(handler))
}

/** The name of a handler for a message. */
export function quoteName(handler: object): string {
  const { name } = handler as { readonly name?: unknown }
  return typeof name === 'string' && name !== '' ? `"${name}"` : 'without a name'
}

function sourceOf(fn: object): string {
  try {
    return Function.prototype.toString.call(fn)
  } catch {
    return '[native code]' // Not a function.
  }
}
