import { inspect } from 'node:util'

/**
 * Makes an error of the reason of a rejection: `next` would ignore `undefined`, and takes 'route' as
 * an instruction. An object stays as it is. `what` begins the message, such as 'A schema rejected with'.
 */
export function toError(reason: unknown, what: string): unknown {
  if (typeof reason === 'object' && reason !== null) return reason
  return new Error(`${what} ${inspect(reason)}`)
}
