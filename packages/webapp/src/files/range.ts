import type { IncomingMessage, ServerResponse } from 'node:http'
import type parseRange from 'range-parser'
import { httpError } from '../errors/http-error.ts'
import { isRangeValid } from './conditions.ts'

/** A run of bytes of a file. */
export interface Span {
  readonly offset: number
  readonly length: number
}

/**
 * The part of the span that the request asks for, announced as such; the whole span when it asks
 * for none, for several (they would cost more than they save), or for something else than bytes.
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

/** The error of a file that has fewer bytes than were announced. */
export function tooShort(sent: number, span: Span): Error {
  return new Error(`the file became shorter while it was sent: ${sent} of ${span.length} bytes`)
}
