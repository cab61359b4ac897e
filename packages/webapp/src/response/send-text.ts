import { Buffer } from 'node:buffer'
import { LARGE_TEXT, textTagOf } from '../http/etag.ts'
import type { Req, Res } from '../http/exchange.ts'
import { settingsOf } from '../members/settings.ts'
import { isConditional } from '../node/request/raw-headers.ts'
import { programHeaders } from '../node/response/default-head.ts'
import {
  deferredHeaders,
  type HeaderList,
  isInNode,
  nodesOwn,
} from '../node/response/deferred-headers.ts'
import { encodeText } from '../node/response/encode-buffer.ts'
import { mayWriteWhole, writeWholeResponse } from '../node/response/single-write.ts'

/** The Content-Type of text. */
export interface TextType {
  /** The value if the program set none. */
  readonly unset: string
  /** Completes a value that the program set. Without it only responses without headers qualify. */
  readonly set?: (type: string) => string
}

/**
 * Sends text in one write if nothing can observe the difference: no header was set that depends on
 * the body, no member that sends the response was replaced, and the request is not conditional.
 * Returns false otherwise.
 */
export function sendTextInOneWrite(res: Res, text: string, type: TextType): boolean {
  const deferred = deferredHeaders(res)
  if (deferred === undefined && type.set === undefined) return false
  if (!hasPlainStatus(res) || !mayWriteWhole(res) || mayBeFresh(res.req)) return false
  const generate = settingsOf(res.app)['etag fn']
  const tag = textTagOf(generate)
  if (tag === undefined && generate !== undefined) return false
  const before = deferred ?? headersOfProgram(res, type)
  if (before === undefined) return false
  const bytes = text.length > LARGE_TEXT ? encodeText(text) : undefined
  const length = bytes?.length ?? Buffer.byteLength(text)
  const headers = listHeaders(before, type.unset, String(length), tag?.(text, length, bytes))
  // Text with one byte for each character is ASCII, which needs no conversion.
  writeWholeResponse(res, headers, text, length === text.length ? 'latin1' : 'utf8', bytes)
  return true
}

/** The headers that the program set, its Content-Type completed; `undefined` if they do not qualify. */
function headersOfProgram(res: Res, type: TextType): HeaderList | undefined {
  const headers = isInNode(res) ? programHeaders(res) : undefined
  const at = headers === undefined ? -1 : positionOfType(headers)
  if (headers === undefined || at === -1) return headers
  const set = headers[at + 1]
  if (typeof set !== 'string' || set === '' || type.set === undefined) return undefined
  const declared = type.set(set)
  if (declared !== set || headers[at] !== TYPE) nodesOwn.setHeader.call(res, TYPE, declared)
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
    // The usual response: spare the lists that would only be copied.
    const [name = '', value = ''] = before
    return [name, value, TYPE, type, 'Content-Length', length, 'ETag', etag]
  }
  const headers = [...before]
  if (positionOfType(before) === -1) headers.push(TYPE, type)
  headers.push('Content-Length', length)
  if (etag !== undefined) headers.push('ETag', etag)
  return headers
}

/** Whether the status allows a body and has Node's default reason phrase. */
function hasPlainStatus(res: Res): boolean {
  const { statusCode, statusMessage } = res
  return statusMessage === undefined && (statusCode === 200 || isOrdinary(statusCode))
}

function isOrdinary(status: number): boolean {
  if (!(status > 200 && status < 600 && Number.isInteger(status))) return false
  return status !== 204 && status !== 205 && status !== 304
}

function mayBeFresh(req: Req): boolean {
  // Without a conditional header only a `fresh` getter that the program replaced can say yes.
  return isConditional(req) || req.fresh
}
