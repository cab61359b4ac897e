import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'

/**
 * The body of a call that may also carry a status, `(status, body)` or `(body, status)`, which is
 * set on the response.
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

// Where both are numbers, `send` takes the first as the status, and `json` the second.
function isBodyBeforeStatus(member: string, first: unknown, second: unknown): boolean {
  if (typeof second !== 'number') return false
  return member !== 'send' || typeof first !== 'number'
}
