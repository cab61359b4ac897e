import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'

/**
 * Sets the status of `(status, body)`, the usual form of 3.x, or `(body, status)` on the response.
 * Returns the body.
 */
export function takeStatus(res: Res, member: string, args: readonly unknown[]): unknown {
  const [first, second] = args
  if (args.length !== 2) return first
  if (typeof second !== 'number' || (member === 'send' && typeof first === 'number')) {
    res.statusCode = first as number
    return second
  }
  res.statusCode = second
  if (member === 'send') return first
  // Express's text, which confuses the two arguments.
  const word = typeof first === 'number' ? 'obj' : 'num'
  const instead =
    word === 'num' ? `res.status(status).${member}(num)` : `res.${member}(status, obj)`
  deprecate(`res.${member}(${word}, status): Use ${instead} instead`)
  return first
}
