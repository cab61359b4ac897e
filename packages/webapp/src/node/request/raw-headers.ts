import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Where Node keeps the headers of a request. Node parses them when a program first reads them. */
const kHeaders = Object.getOwnPropertySymbols(new IncomingMessage(new Socket())).find(
  ({ description }) => description === 'kHeaders',
)

/** Whether a request asks to validate the client's cached copy. */
export function isConditional(req: IncomingMessage): boolean {
  if (hasNoConditions(req)) return false
  const { headers } = req
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/**
 * Whether a request has no conditional header and no Range header. Returns false if the headers were
 * parsed, because the program may have changed them since: then look into `req.headers`.
 */
export function hasNoConditions(req: IncomingMessage): boolean {
  if (kHeaders === undefined || Object.hasOwn(req, 'headers')) return false
  if ((req as unknown as Record<symbol, unknown>)[kHeaders] !== null) return false
  const { rawHeaders } = req
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    const letter = name.charCodeAt(0) | 0x20
    if (letter === I && name.charCodeAt(2) === DASH) return false
    if (letter === R && name.length === 5) return false
  }
  return true
}

// `If-...` and `Range`.
const I = 0x69
const R = 0x72
const DASH = 0x2d
