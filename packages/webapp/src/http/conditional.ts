import type { IncomingHttpHeaders } from 'node:http'

/** Whether a client has something to compare with. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}
