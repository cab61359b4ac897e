import type { Res } from '../http/exchange.ts'
import { forgetHeader, hasHeader } from '../node/response/framing.ts'

/**
 * Sets Content-Length, unless the program set Transfer-Encoding. With both headers a proxy and the
 * client may disagree about where the response ends (RFC 9112, 6.1).
 */
export function declareLength(res: Res, length: number, isChunked = isSentInChunks(res)): void {
  if (!isChunked) res.set('Content-Length', length)
  // For 205, `writeHead` removes Transfer-Encoding and sets a length of 0.
  else if (res.statusCode !== 205) forgetHeader(res, 'Content-Length')
}

/** Whether the program set Transfer-Encoding. A program that replaced `get` does not see the question. */
function isSentInChunks(res: Res): boolean {
  return hasHeader(res, 'Transfer-Encoding')
}
