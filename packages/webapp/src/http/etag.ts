import { createDigest } from './digest.ts'
import { rememberLast } from './last-texts.ts'
import { sha1OfAscii } from './sha1.ts'

/** Makes an entity tag of a whole body. */
export type EtagFunction = (
  body: string | Buffer,
  encoding?: BufferEncoding | undefined,
) => string | undefined

/** Makes an entity tag of text that is sent as UTF-8, and takes `length` bytes in it. */
type TextTag = (text: string, length: number) => string

const kTextTag = Symbol('webapp.etag.text')
const sha1 = createDigest('sha1')
const sha1OfLarge = rememberLast(sha1, 4)

export const weakEtag: EtagFunction = createEtagFunction(
  'generateETag',
  (data, length) => `W/${tagOf(data, length)}`,
)
export const strongEtag: EtagFunction = createEtagFunction('generateETag', tagOf)

/** Longer texts are cheaper to digest outside of JavaScript. */
const SHORT = 250

/** To look up longer texts costs less than to digest them. */
const LARGE = 16 * 1024

function tagOf(data: string | Uint8Array, length: number): string {
  // 27 characters of base64 are the 20 bytes of SHA-1 without padding.
  return `"${length.toString(16)}-${digest(data, length).slice(0, 27)}"`
}

function digest(data: string | Uint8Array, length: number): string {
  if (typeof data !== 'string') return sha1(data)
  if (data.length > LARGE) return sha1OfLarge(data)
  const isShortAscii = length <= SHORT && data.length === length
  return isShortAscii ? sha1OfAscii(data) : sha1(data)
}

/** An entity tag function that needs no copy of text in bytes, when it is one of ours. */
export function createEtagFunction(
  name: string,
  tag: (data: string | Uint8Array, length: number) => string,
): EtagFunction {
  const generate: EtagFunction = (body, encoding) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding)
    return tag(bytes, bytes.length)
  }
  Object.defineProperty(generate, 'name', { value: name })
  return Object.defineProperty(generate, kTextTag, { value: tag })
}

/** How to tag text with the function of a setting; undefined when that is not one of ours. */
export function textTagOf(generate: unknown): TextTag | undefined {
  return typeof generate === 'function'
    ? (generate as { [kTextTag]?: TextTag })[kTextTag]
    : undefined
}
