import { Buffer } from 'node:buffer'
import { reportStray } from '../errors/callback-errors.ts'
import { type EtagFunction, textTagOf } from '../http/etag.ts'
import type { Res } from '../http/exchange.ts'
import { settingsOf } from '../members/settings.ts'
import { forgetHeader, type Head, type SentBody } from '../node/index.ts'

/** How dialects describe a body. */
export interface EntityPolicy {
  /** Whether the program set Transfer-Encoding, so that the body gets no length. */
  readonly isChunked: (head: Head) => boolean
  /**
   * Whether a Content-Length that the program set stays, and prevents the ETag. In these dialects, the
   * ETag is the last header that the engine reads with `get`, and `end` always gets text.
   */
  readonly keepsLength: boolean
}

/** From this length on, `end` gets text as bytes. Tools that replace `end` see that, as in Express. */
const LONG_TEXT = 1000

/** Sets Content-Length and ETag. Returns the bytes of the body, unless text is sent as text. */
export function describeBody(
  head: Head,
  res: Res,
  body: SentBody,
  policy: EntityPolicy,
): Buffer | undefined {
  // A program that replaced `get` sees in which order the dialect reads the two headers.
  const tagger = policy.keepsLength ? undefined : chooseTag(head, res, policy)
  if (body === undefined) return undefined
  const bytes = toBytes(head, body, policy, tagger !== undefined)
  const length = bytes?.length ?? Buffer.byteLength(body)
  const given = policy.keepsLength && head.get('Content-Length')
  if (given) {
    if (Number(given) !== length || head.has('Transfer-Encoding')) declareLength(head, res, length)
    return bytes
  }
  declareLength(head, res, length, policy.isChunked(head))
  const generate = policy.keepsLength ? chooseTag(head, res, policy) : tagger
  if (generate !== undefined) setTag(head, res, generate, { body, bytes, length })
  return bytes
}

/** The function that computes the ETag; `undefined` if the response gets none. */
function chooseTag(head: Head, res: Res, { keepsLength }: EntityPolicy): EtagFunction | undefined {
  // `res.send` takes an unobserved head only if no program sees that settings are read.
  const settings = head.isObserved ? settingsOf(res.app) : res.app.settings
  const generate = settings['etag fn']
  const isOff = typeof generate !== 'function'
  // Tools that replaced `getHeader` must see the call `head.get` as in Express: for every response, but
  // in dialects that keep the length only if the setting `etag` is on.
  if ((keepsLength && isOff) || head.get('ETag') || isOff) return undefined
  return generate as EtagFunction
}

/**
 * Sets Content-Length, unless the program set Transfer-Encoding. With both headers a proxy and the
 * client may disagree about where the response ends (RFC 9112, 6.1).
 */
export function declareLength(
  head: Head,
  res: Res,
  length: number,
  isChunked = head.has('Transfer-Encoding'),
): void {
  // `res.set` keeps the text of a value.
  if (!isChunked) head.set('Content-Length', head.isObserved ? length : String(length))
  // For 205, `writeHead` removes Transfer-Encoding and sets a length of 0.
  else if (res.statusCode !== 205) forgetHeader(res, 'Content-Length')
}

function toBytes(
  head: Head,
  body: string | Uint8Array,
  { keepsLength }: EntityPolicy,
  isTagged: boolean,
): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body
  if (typeof body !== 'string') return isTagged ? Buffer.from(body) : undefined
  const isSentAsText = keepsLength || (!isTagged && body.length < LONG_TEXT)
  return head.isObserved && isSentAsText ? undefined : head.encode(body)
}

interface Entity {
  readonly body: string | Uint8Array
  readonly bytes: Buffer | undefined
  readonly length: number
}

/** webapp's own tag functions are faster for text. */
function setTag(head: Head, res: Res, generate: EtagFunction, entity: Entity): void {
  const { body, bytes, length } = entity
  const tagText = typeof body === 'string' ? textTagOf(generate) : undefined
  const etag =
    tagText === undefined
      ? generate(bytes ?? (body as string), bytes === undefined ? 'utf8' : undefined)
      : tagText(body as string, length, bytes)
  if (etag) head.set('ETag', etag)
  reportStray(etag, res.req)
}
