import { Buffer } from 'node:buffer'
import { isConditional } from '../http/conditional.ts'
import { LARGE, textTagOf } from '../http/etag.ts'
import type { Req, Res } from '../http/exchange.ts'
import { headersBeside } from '../node/response/default-head.ts'
import { type HeaderList, isSettled, lateHeaders, node } from '../node/response/deferred-headers.ts'
import { encodeText } from '../node/response/encode-buffer.ts'
import { isUntouched } from '../node/response/pristine.ts'
import { answerAtOnce } from '../node/response/single-write.ts'

/** The Content-Type of text. */
export interface TextType {
  /** Where none was set. */
  readonly unset: string
  /** What becomes of one that was; without this function something else decides it. */
  readonly set?: (type: string) => string
}

/**
 * Sends text in one go where nothing can tell the difference: no header was set that depends on it,
 * nobody replaced a member that the answer goes through, and the answer is whole. Returns false where
 * that is not so.
 */
export function sendTextAtOnce(res: Res, text: string, type: TextType): boolean {
  if (!hasPlainStatus(res) || !isUntouched(res) || mayBeFresh(res.req)) return false
  const generate = res.app.settings['etag fn']
  const tag = textTagOf(generate)
  if (tag === undefined && generate !== undefined) return false
  const before = lateHeaders(res) ?? headersOfProgram(res, type)
  if (before === undefined) return false
  const bytes = text.length > LARGE ? encodeText(text) : undefined
  const length = bytes?.length ?? Buffer.byteLength(text)
  const headers = listHeaders(before, type.unset, String(length), tag?.(text, length, bytes))
  // Text of one byte for each character is ASCII, which needs no conversion.
  answerAtOnce(res, headers, text, length === text.length ? 'latin1' : 'utf8', bytes)
  return true
}

/** The headers that a program set, with the type of its text; undefined where others decide. */
function headersOfProgram(res: Res, type: TextType): HeaderList | undefined {
  const headers = isSettled(res) ? headersBeside(res) : undefined
  const at = headers === undefined ? -1 : positionOfType(headers)
  if (headers === undefined || at === -1) return headers
  const set = headers[at + 1]
  if (typeof set !== 'string' || set === '' || type.set === undefined) return undefined
  const declared = type.set(set)
  if (declared !== set || headers[at] !== TYPE) node.setHeader.call(res, TYPE, declared)
  return [...headers.slice(0, at), TYPE, declared, ...headers.slice(at + 2)]
}

const TYPE = 'Content-Type'

function positionOfType(headers: HeaderList): number {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string
    if (name.length === TYPE.length && name.toLowerCase() === 'content-type') return at
  }
  return -1
}

function listHeaders(
  before: HeaderList,
  type: string,
  length: string,
  etag: string | undefined,
): HeaderList {
  if (etag !== undefined && before.length === 2 && before[0] !== TYPE) {
    // The usual answer, without lists that are only made to be copied.
    const [name = '', value = ''] = before
    return [name, value, TYPE, type, 'Content-Length', length, 'ETag', etag]
  }
  const headers = [...before]
  if (positionOfType(before) === -1) headers.push(TYPE, type)
  headers.push('Content-Length', length)
  if (etag !== undefined) headers.push('ETag', etag)
  return headers
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
