import { base64Of } from '../../http/base64.ts'
import { createDigest } from '../../http/digest.ts'
import { createEtagFunction, type EtagFunction } from '../../http/etag.ts'
import { md5OfAscii } from './md5.ts'

const md5 = createDigest('md5')

/** Entity tags of 3.x: the length and the MD5 of a body. */
export const strongEtag: EtagFunction = createEtagFunction('etag', tagOf)
export const weakEtag: EtagFunction = createEtagFunction(
  'wetag',
  (data, length) => `W/${tagOf(data, length)}`,
)

/** Longer texts are cheaper to digest outside of JavaScript. */
const SHORT = 250

function tagOf(data: string | Uint8Array, length: number): string {
  const isShortAscii = length <= SHORT && typeof data === 'string' && data.length === length
  const digest = isShortAscii ? inBase64(md5OfAscii(data)) : md5(data)
  // 22 characters of base64 are the 16 bytes of MD5 without padding.
  return `"${length.toString(16)}-${digest.slice(0, 22)}"`
}

function inBase64(words: ReturnType<typeof md5OfAscii>): string {
  const [a, b, c, d] = words.map(swapBytes) as [number, number, number, number]
  return (
    base64Of(a >>> 8) +
    base64Of((a << 16) | (b >>> 16)) +
    base64Of((b << 8) | (c >>> 24)) +
    base64Of(c) +
    base64Of(d >>> 8) +
    base64Of(d << 16)
  )
}

/** MD5 counts from the lowest byte, base64 from the highest. */
function swapBytes(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)
}
