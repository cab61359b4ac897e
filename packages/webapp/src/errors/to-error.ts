import { inspect } from 'node:util'

/**
 * A reason for `next`, which takes a missing one as none, and 'route' as an instruction. `what` begins
 * the message of the error in their place, such as 'A schema rejected with'.
 */
export function toError(reason: unknown, what: string): unknown {
  if (typeof reason === 'object' && reason !== null) return reason
  return new Error(`${what} ${inspect(reason)}`)
}
