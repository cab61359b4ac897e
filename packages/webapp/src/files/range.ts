import type { IncomingMessage, ServerResponse } from 'node:http'
import type parseRange from 'range-parser'
import { httpError } from '../errors/http-error.ts'
import { isRangeValid } from './conditions.ts'

/** Consecutive bytes of a file. */
export interface Span {
  readonly offset: number
  readonly length: number
}

/**
 * The range of bytes that the request asks for; sets status 206 and Content-Range. The whole span
 * if there is no valid Range header, a unit other than bytes, or several ranges.
 */
export function chooseRange(
  req: IncomingMessage,
  res: ServerResponse,
  whole: Span,
  readRange: typeof parseRange,
): Span {
  const { range } = req.headers
  if (range === undefined || !range.startsWith('bytes=') || !isRangeValid(req, res)) return whole
  const ranges = readRange(whole.length, range, { combine: true })
  if (ranges === -1) {
    const contentRange = `bytes */${whole.length}`
    res.setHeader('Content-Range', contentRange)
    throw httpError(416, undefined, { headers: { 'Content-Range': contentRange } })
  }
  if (ranges === -2 || ranges.length !== 1) return whole
  const { start, end } = ranges[0] as parseRange.Range
  res.statusCode = 206
  res.setHeader('Content-Range', `bytes ${start}-${end}/${whole.length}`)
  return { offset: whole.offset + start, length: end - start + 1 }
}

/** The error if a file has fewer bytes than its Content-Length says. */
export function truncationError(sent: number, span: Span): Error {
  return new Error(`The file became shorter while sending: ${sent} of ${span.length} bytes read`)
}
