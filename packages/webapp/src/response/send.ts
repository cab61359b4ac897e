import { reportStray } from '../errors/callback-errors.ts'
import { type EtagFunction, textTagOf } from '../http/etag.ts'
import type { Res } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { declareLength } from './length.ts'
import { reportLostStatus } from './lost-status.ts'
import { sendTextInOneWrite, type TextType } from './send-text.ts'

/** How `res.send` differs between dialects. */
export interface SendPolicy {
  /** Whether a body is sent as it is. Every other object is sent as JSON. */
  readonly isBytes: (body: unknown) => boolean
  /** Whether a response without an ETag gets one. */
  readonly mayTag: (res: Res) => boolean
  /** The form in which the `etag fn` setting gets a body, and in which it is then sent. */
  readonly toEntity: (body: string | Uint8Array) => string | Buffer
  /** Sets the Content-Type of text, which is sent as UTF-8. `null` is sent as an empty body. */
  readonly declareText: (res: Res, text: string | null) => void
  /** The Content-Type that `declareText` sets, as a value. */
  readonly textType: TextType
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
  // As in the original, tools that replaced `getHeader` see this call before every response.
  const isUntagged = !res.get('ETag')
  const entity = chunk === undefined ? undefined : describeEntity(res, chunk, isUntagged, policy)
  if (res.req.fresh) res.status(304)
  finish(res, entity)
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

/** Sets Content-Length and ETag. Returns the body in the form in which it is sent. */
function describeEntity(
  res: Res,
  chunk: string | Uint8Array,
  isUntagged: boolean,
  policy: SendPolicy,
): string | Buffer {
  const generate = res.app.settings['etag fn']
  const isTagged = isUntagged && typeof generate === 'function' && policy.mayTag(res)
  const isShortText = typeof chunk === 'string' && chunk.length < LONG_TEXT
  const entity = isTagged || !isShortText ? policy.toEntity(chunk) : chunk
  const length = Buffer.byteLength(entity)
  declareLength(res, length)
  if (isTagged) {
    const etag = tagOf(chunk, entity, length, generate as EtagFunction)
    if (etag) res.set('ETag', etag)
    reportStray(etag, res.req)
  }
  return entity
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

function finish(res: Res, entity: string | Buffer | undefined): void {
  const isDropped = dropsBody(res)
  const encoding = typeof entity === 'string' ? 'utf8' : undefined
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
