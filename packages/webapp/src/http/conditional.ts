import type { IncomingHttpHeaders } from 'node:http'

/** Whether a request asks to validate the client's cached copy. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}
