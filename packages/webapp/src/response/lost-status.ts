import { reportMistake } from '../errors/mistakes.ts'
import type { Res } from '../http/exchange.ts'

/**
 * Gives a hint about a number that is sent as the body and probably is a status. Older dialects take
 * `(status)` and `(status, body)`; `lost` is the second argument.
 */
export function reportLostStatus(
  res: Res,
  member: 'send' | 'json',
  status: number,
  lost: unknown,
): void {
  const isStatus = Number.isInteger(status) && status >= 100 && status <= 599
  // A program that has set a status sends a number on purpose.
  if (!isStatus || (lost === undefined && res.statusCode !== 200)) return
  reportMistake({ kind: 'status', member, status, lost }, res.app?.settings)
}
