import type { IncomingMessage } from 'node:http'
import { symbolsOf, throwAwayResponse } from '../internals.ts'

const fields = symbolsOf(throwAwayResponse().req)

/** Where Node keeps the headers of a request. Node parses them when a program first reads them. */
export const kHeaders = fields.get('kHeaders')

/** Where Node keeps how many items of `rawHeaders` it reads: `server.maxHeadersCount` limits them. */
const kCount = fields.get('kHeadersCount')

/**
 * Whether a request asks to validate the client's cached copy; with 'or partial', also whether it has
 * another precondition or a Range header. Node does not parse the headers if their names tell.
 */
export function isConditional(req: IncomingMessage, kinds?: 'or partial'): boolean {
  if (hasNoConditions(req)) return false
  const { headers } = req
  if (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) {
    return true
  }
  return kinds !== undefined && PARTIAL.some((name) => headers[name] !== undefined)
}

const PARTIAL = ['if-match', 'if-unmodified-since', 'range']

/**
 * Whether a request has no conditional header and no Range header. Returns false if the headers were
 * parsed, because the program may have changed them since: then look into `req.headers`.
 */
function hasNoConditions(req: IncomingMessage): boolean {
  if (kHeaders === undefined || Object.hasOwn(req, 'headers')) return false
  if ((req as unknown as Record<symbol, unknown>)[kHeaders] !== null) return false
  const { rawHeaders } = req
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (begins(name, I) && name.charCodeAt(2) === DASH) return false
    if (begins(name, R) && name.length === 5) return false
  }
  return true
}

/** The kinds of requests that the lane tells apart before their headers are parsed. */
export const UNUSUAL = 0
export const WITHOUT_BODY = 1
export const WITH_BODY = 2

/**
 * Looks through the header names of a request. It is unusual if Node may respond to it itself: for
 * an `Expect` header, and for a missing `Host` header.
 */
export function readHead(req: IncomingMessage): number {
  const { rawHeaders, httpVersionMinor } = req
  const read = countRead(req)
  let hasHost = httpVersionMinor === 0
  let kind = WITHOUT_BODY
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    switch (name.length) {
      case 4:
        hasHost ||= at < read && begins(name, H) && HOST.test(name)
        break
      case 6:
        if (begins(name, E) && EXPECT.test(name)) return UNUSUAL
        break
      case 14:
        if (begins(name, C) && LENGTH.test(name)) kind = WITH_BODY
        break
      case 17:
        if (begins(name, T) && CODING.test(name)) kind = WITH_BODY
        break
    }
  }
  return hasHost ? kind : UNUSUAL
}

/** A body of this many digits fits into every buffer of Node with room to spare. */
const SHORT_LENGTH = /^\d{1,4}$/

/** The length of a body if `Content-Length` announces a short one; -1 if not. */
export function shortLength({ rawHeaders }: IncomingMessage): number {
  let length = -1
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 17 && CODING.test(name)) return -1
    if (name.length !== 14 || !LENGTH.test(name)) continue
    const value = rawHeaders[at + 1] as string
    if (length !== -1 || !SHORT_LENGTH.test(value)) return -1
    length = Number(value)
  }
  return length
}

/** How many items of `rawHeaders` Node reads; 0 if that is not known, so that Node decides. */
function countRead(req: IncomingMessage): number {
  const count = kCount && (req as unknown as Record<symbol, unknown>)[kCount]
  return typeof count === 'number' ? count : 0
}

const HOST = /^host$/i
const EXPECT = /^expect$/i
// RFC 9112, section 6: either of them announces a body.
const LENGTH = /^content-length$/i
const CODING = /^transfer-encoding$/i

const C = 0x63
const E = 0x65
const H = 0x68
const I = 0x69
const R = 0x72
const T = 0x74
const DASH = 0x2d

/** Whether a name begins with this lower-case letter in either case. Cheaper than an expression. */
function begins(name: string, letter: number): boolean {
  return (name.charCodeAt(0) | 0x20) === letter
}
