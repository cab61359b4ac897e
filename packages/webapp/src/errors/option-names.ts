import { inspect } from 'node:util'

/** Checks that options are an object without unknown names. `call` names the function. */
export function checkOptionNames(call: string, options: unknown, known: readonly string[]): void {
  if (!isObject(options)) {
    throw new TypeError(`${call} takes an object of options, got ${inspect(options)}`)
  }
  checkNames(`${call}: the option `, options, known)
}

/** Throws for an unknown name: a limit with a typo in its name would not limit anything. */
export function checkNames(prefix: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`${prefix}${unknown} is unknown; known are ${known.join(', ')}`)
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
