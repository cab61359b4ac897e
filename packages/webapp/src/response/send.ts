import { reportStray } from '../errors/callback-errors.ts'
import { type EtagFunction, textTagOf } from '../http/etag.ts'
import type { Res } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { settingsOf } from '../members/settings.ts'
import { declareLength } from './length.ts'
import { reportLostStatus } from './lost-status.ts'
import { sendTextInOneWrite, type TextType } from './send-text.ts'

/** How `res.send` differs between dialects. */
export interface SendPolicy {
  /** Whether a body is sent as it is. Every other object is sent as JSON. */
  readonly isBytes: (body: unknown) => boolean
  /** Sets Content-Length and ETag. Returns the body in the form in which it is sent. */
  readonly describeEntity: (
    res: Res,
    body: string | Uint8Array | undefined,
  ) => string | Uint8Array | undefined
  /** Sets the Content-Type of text, which is sent as UTF-8. `null` is sent as an empty body. */
  readonly declareText: (res: Res, text: string | null) => void
  /** The Content-Type that `declareText` sets, as a value. */
  readonly textType: TextType
  /** The encoding that `end` gets with the empty body of `null`. */
  readonly encodingOfNull: 'utf8' | undefined
  /** Sets the status 304, if the client's copy is fresh. */
  readonly setNotModified: (res: Res) => void
}

/** `res.send(body)` of a dialect. */
export function createSend(policy: SendPolicy): (this: Res, body?: unknown) => Res {
  return withLength(1, function send(this: Res, body?: unknown, lost?: unknown) {
    if (typeof body === 'number') reportLostStatus(this, 'send', body, lost)
    return sendBody(this, body, policy)
  })
}

/**
 * Sends text, bytes, or a value as JSON, with length, entity tag and freshness.
 *
 * `json`, `set`, `status` and `end` are called as members, because middleware replaces them.
 */
export function sendBody(res: Res, body: unknown, policy: SendPolicy): Res {
  if (typeof body === 'string' && sendTextInOneWrite(res, body, policy.textType)) return res
  const isBytes = policy.isBytes(body)
  if (!isBytes && isJsonValue(body)) return res.json(body)
  if (typeof body === 'string' || body === null) policy.declareText(res, body)
  else if (isBytes && !res.get('Content-Type')) res.type('bin')
  const chunk = (body === null ? '' : body) as string | Uint8Array | undefined
  const entity = policy.describeEntity(res, chunk)
  if (res.req.fresh) policy.setNotModified(res)
  const encoding = body === null ? policy.encodingOfNull : 'utf8'
  finish(res, entity, typeof entity === 'string' ? encoding : undefined)
  return res
}

/** The Content-Type of text where none was set. */
export const HTML = 'text/html; charset=utf-8'

/** The bytes of a body, for policies. */
export function toBuffer(body: string | Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body as string)
}

function isJsonValue(body: unknown): boolean {
  if (typeof body === 'number' || typeof body === 'boolean') return true
  return typeof body === 'object' && body !== null
}

/** From this length on, `end` gets text as bytes, as in the original: tools that replace it see that. */
const LONG_TEXT = 1000

/** `describeEntity` of a dialect, in which `isChunked` tells whether a length is left out. */
export function createDescription(isChunked?: (res: Res) => boolean): SendPolicy['describeEntity'] {
  return function describeEntity(res, chunk) {
    const generate = settingsOf(res.app)['etag fn']
    // As in the original, tools that replaced `getHeader` see this call before every response.
    const isTagged = !res.get('ETag') && typeof generate === 'function'
    if (chunk === undefined) return undefined
    const isLongText = typeof chunk === 'string' && chunk.length >= LONG_TEXT
    const entity = isTagged || isLongText ? toBuffer(chunk) : chunk
    const length = Buffer.byteLength(entity)
    declareLength(res, length, isChunked?.(res))
    if (isTagged) setTag(res, chunk, entity as Buffer, generate as EtagFunction)
    return entity
  }
}

/** Sets the ETag of a body, which is sent as `entity`. */
export function setTag(
  res: Res,
  body: string | Uint8Array,
  entity: string | Buffer,
  generate: EtagFunction,
): void {
  const etag = tagOf(body, entity, Buffer.byteLength(entity), generate)
  if (etag) res.set('ETag', etag)
  reportStray(etag, res.req)
}

/** The entity tag of a body. Webapp's own functions have a faster way for text. */
function tagOf(
  chunk: string | Uint8Array,
  entity: string | Buffer,
  length: number,
  generate: EtagFunction,
): string | undefined {
  const tagText = typeof chunk === 'string' ? textTagOf(generate) : undefined
  if (tagText === undefined)
    return generate(entity, typeof entity === 'string' ? 'utf8' : undefined)
  return tagText(chunk as string, length, typeof entity === 'string' ? undefined : entity)
}

function finish(
  res: Res,
  entity: string | Uint8Array | undefined,
  encoding: 'utf8' | undefined,
): void {
  const isDropped = dropsBody(res)
  if (res.req.method === 'HEAD') res.end()
  else res.end(isDropped ? '' : entity, encoding as 'utf8')
}

/** Removes the headers that describe a body if the status allows none. */
function dropsBody(res: Res): boolean {
  if (res.statusCode === 204 || res.statusCode === 304) {
    for (const name of ['Content-Type', 'Content-Length', 'Transfer-Encoding']) {
      res.removeHeader(name)
    }
    return true
  }
  if (res.statusCode === 205) {
    res.set('Content-Length', '0')
    res.removeHeader('Transfer-Encoding')
    return true
  }
  return false
}
