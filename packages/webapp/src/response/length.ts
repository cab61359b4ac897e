import type { Res } from '../http/exchange.ts'
import { forgetHeader } from '../node/response/framing.ts'

/**
 * Announces the length of a body, unless the program chose a transfer coding: both together would
 * let two readers see two messages (RFC 9112, 6.1).
 */
export function declareLength(res: Res, length: number): void {
  if (!res.get('Transfer-Encoding')) res.set('Content-Length', length)
  // 205 has a length of 0 and no coding in the end.
  else if (res.statusCode !== 205) forgetHeader(res, 'Content-Length')
}
