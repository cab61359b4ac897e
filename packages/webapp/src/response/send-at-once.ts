import { Buffer } from 'node:buffer'
import { isConditional } from '../http/conditional.ts'
import { LARGE, textTagOf } from '../http/etag.ts'
import type { Req, Res } from '../http/exchange.ts'
import { answerAtOnce } from '../surface/answer-at-once.ts'
import { type HeaderList, lateHeaders } from '../surface/late-headers.ts'
import { encodeText } from '../surface/scratch.ts'
import { isUntouched } from '../surface/untouched.ts'

/**
 * Sends text in one go where nothing can tell the difference: no header was set, nobody replaced a
 * member that the answer goes through, and the answer is whole. Returns false where that is not so.
 */
export function sendTextAtOnce(res: Res, text: string, type: string): boolean {
  const late = lateHeaders(res)
  if (late === undefined || !hasPlainStatus(res) || !isUntouched(res)) return false
  const { req } = res
  if (mayBeFresh(req)) return false
  const generate = res.app.settings['etag fn']
  const tag = textTagOf(generate)
  if (tag === undefined && generate !== undefined) return false
  const bytes = text.length > LARGE ? encodeText(text) : undefined
  const length = bytes?.length ?? Buffer.byteLength(text)
  const headers = listHeaders(late, type, String(length), tag?.(text, length, bytes))
  // Text of one byte for each character is ASCII, which needs no conversion.
  answerAtOnce(res, headers, text, length === text.length ? 'latin1' : 'utf8', bytes)
  return true
}

function listHeaders(
  late: HeaderList,
  type: string,
  length: string,
  etag: string | undefined,
): HeaderList {
  if (etag === undefined) return [...late, 'Content-Type', type, 'Content-Length', length]
  if (late.length !== 2) return [...listHeaders(late, type, length, undefined), 'ETag', etag]
  // The usual answer, without lists that are only made to be copied.
  const [name = '', value = ''] = late
  return [name, value, 'Content-Type', type, 'Content-Length', length, 'ETag', etag]
}

/** A status whose answers have a body, in words that Node cannot refuse half-way. */
export function hasPlainStatus(res: Res): boolean {
  const { statusCode, statusMessage } = res
  return statusMessage === undefined && (statusCode === 200 || isOrdinary(statusCode))
}

function isOrdinary(status: number): boolean {
  if (!(status > 200 && status < 600 && Number.isInteger(status))) return false
  return status !== 204 && status !== 205 && status !== 304
}

function mayBeFresh(req: Req): boolean {
  // Without conditions nothing is fresh, unless somebody says so in a getter of his own.
  return isConditional(req.headers) || req.fresh
}
