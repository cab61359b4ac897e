import { type EtagFunction, textTagOf } from '../http/etag.ts'
import type { Res } from '../http/exchange.ts'
import { heldHeaders } from '../node/response/default-head.ts'
import { isUntouched } from '../node/response/pristine.ts'
import { answerHeld } from '../node/response/single-write.ts'
import { declareLength } from './length.ts'
import { hasPlainStatus, sendTextAtOnce, type TextType } from './send-at-once.ts'

/** In what sending differs between dialects. */
export interface SendPolicy {
  /** What is sent as it is; every other object becomes JSON. */
  readonly isBytes: (body: unknown) => boolean
  /** Whether an answer whose length was set before goes without an entity tag. */
  readonly tagsOwnLengthOnly?: boolean
  /** What an entity tag function is told about text: its bytes alone, or the text as UTF-8. */
  readonly tagsText?: boolean
  /** Sets the Content-Type of text, which is sent as UTF-8; null is sent as no text. */
  readonly declareText: (res: Res, text: string | null) => void
  /** The same where nothing else decides it. */
  readonly textType: TextType
}

/** `res.send(body)` of a dialect. */
export function createSend(policy: SendPolicy): (this: Res, body?: unknown) => Res {
  return function send(body) {
    return sendBody(this, body, policy)
  }
}

/**
 * Sends text, bytes, or a value as JSON, with length, entity tag and freshness.
 *
 * `json`, `set`, `status` and `end` are called as members, for middleware replaces them.
 */
export function sendBody(res: Res, body: unknown, policy: SendPolicy): Res {
  if (typeof body === 'string' && sendTextAtOnce(res, body, policy.textType)) return res
  const isBytes = policy.isBytes(body)
  if (!isBytes && isJsonValue(body)) return res.json(body)
  if (typeof body === 'string' || body === null) policy.declareText(res, body)
  else if (isBytes && !res.get('Content-Type')) res.type('bin')
  const chunk = (body === null ? '' : body) as Chunk | undefined
  const isPlain = typeof body === 'string' && canAnswerAtOnce(res) && isPlainText(body)
  const bytes = chunk === undefined ? undefined : describeEntity(res, chunk, policy, isPlain)
  if (res.req.fresh) res.status(304)
  finish(res, bytes, isPlain)
  return res
}

/** The Content-Type of text where none was set. */
export const HTML = 'text/html; charset=utf-8'

type Chunk = string | Uint8Array

function isJsonValue(body: unknown): boolean {
  if (typeof body === 'number' || typeof body === 'boolean') return true
  return typeof body === 'object' && body !== null
}

/** Sets Content-Length and ETag; returns what is to be sent, as bytes where they had to be made. */
function describeEntity(res: Res, chunk: Chunk, policy: SendPolicy, isPlain: boolean): Chunk {
  const makeEtag = res.app.settings['etag fn']
  const isUntagged = policy.tagsOwnLengthOnly === true && Boolean(res.get('Content-Length'))
  const wantsEtag = typeof makeEtag === 'function' && !isUntagged && !res.get('ETag')
  const tagText = isPlain && wantsEtag ? textTagOf(makeEtag) : undefined
  if (tagText !== undefined) {
    declareLength(res, chunk.length)
    res.set('ETag', tagText(chunk as string, chunk.length))
    return chunk
  }
  const isText = policy.tagsText === true && typeof chunk === 'string'
  const bytes = (wantsEtag && !isText) || typeof chunk !== 'string' ? toBuffer(chunk) : chunk
  declareLength(res, Buffer.byteLength(bytes))
  if (wantsEtag) {
    const tag = makeEtag as EtagFunction
    const etag = isText ? tag(chunk, 'utf8') : tag(bytes as Buffer, undefined)
    if (etag) res.set('ETag', etag)
  }
  return bytes
}

/** Whether it is text of one byte for each character. */
function isPlainText(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/** Whether nobody could see that no bytes are made of a text, and that it goes out with its head. */
function canAnswerAtOnce(res: Res): boolean {
  return hasPlainStatus(res) && isUntouched(res) && heldHeaders(res) !== undefined
}

function toBuffer(chunk: Chunk): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string)
}

function finish(res: Res, chunk: Chunk | undefined, isPlain: boolean): void {
  const isDropped = dropsBody(res)
  const encoding = typeof chunk === 'string' ? 'utf8' : undefined
  if (isPlain && typeof chunk === 'string' && !isDropped) answerHeld(res, chunk)
  else if (res.req.method === 'HEAD') res.end()
  else res.end(isDropped ? '' : chunk, encoding as 'utf8')
}

/** Statuses that carry no body lose the headers that describe one. */
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
