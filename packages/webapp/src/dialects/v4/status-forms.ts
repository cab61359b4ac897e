import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'

/**
 * Sets the status of the deprecated forms `(status, body)` and `(body, status)` on the response.
 * Returns the body.
 */
export function takeStatus(res: Res, member: string, args: readonly unknown[]): unknown {
  const [first, second] = args
  if (args.length !== 2) return first
  const word = member === 'send' ? 'body' : 'obj'
  const isBodyFirst = isBodyBeforeStatus(member, first, second)
  const shown = isBodyFirst ? `${word}, status` : `status, ${word}`
  deprecate(`res.${member}(${shown}): Use res.status(status).${member}(${word}) instead`)
  res.statusCode = (isBodyFirst ? second : first) as number
  return isBodyFirst ? first : second
}

// If both are numbers, the first is the status for `send`, and the second for `json`.
function isBodyBeforeStatus(member: string, first: unknown, second: unknown): boolean {
  if (typeof second !== 'number') return false
  return member !== 'send' || typeof first !== 'number'
}
