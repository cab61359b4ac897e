import { inspect } from 'node:util'
import { checkNames } from '../body/parts.ts'

/** Checks that options are an object without unknown names. `call` names the function. */
export function checkOptionNames(call: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${call} takes an object of options, got ${inspect(options)}`)
  }
  checkNames(`${call}: the option `, options, known)
}
