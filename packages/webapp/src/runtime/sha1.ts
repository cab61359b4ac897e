import { writeBase64 } from './base64.ts'

/** The longest text that fits into one block of SHA-1 with its length. */
export const ONE_BLOCK = 55

/** The words of the block. Shared: the digest is synchronous. */
const words = new Int32Array(80)

/**
 * Writes the SHA-1 (FIPS 180-4) of up to 55 ASCII characters in base64 without padding; returns the
 * end offset. A call to OpenSSL takes longer than this for one block, and less for two.
 */
export function writeSha1(target: Uint8Array, at: number, text: string): number {
  fillBlock(text)
  let a = 0x67452301
  let b = 0xefcdab89 | 0
  let c = 0x98badcfe | 0
  let d = 0x10325476
  let e = 0xc3d2e1f0 | 0
  for (let t = 0; t < 80; t++) {
    const word = t < 16 ? (words[t] as number) : extend(t)
    const turned = (((a << 5) | (a >>> 27)) + mix(t, b, c, d) + e + word) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = turned
  }
  a = (a + 0x67452301) | 0
  b = (b + 0xefcdab89) | 0
  c = (c + 0x98badcfe) | 0
  d = (d + 0x10325476) | 0
  e = (e + 0xc3d2e1f0) | 0
  writeBase64(target, at, a >>> 8)
  writeBase64(target, at + 4, (a << 16) | (b >>> 16))
  writeBase64(target, at + 8, (b << 8) | (c >>> 24))
  writeBase64(target, at + 12, c)
  writeBase64(target, at + 16, d >>> 8)
  writeBase64(target, at + 20, (d << 16) | (e >>> 16))
  writeBase64(target, at + 24, e << 8)
  return at + 27
}

/** Writes the text, a terminating 1 bit and the length in bits into the block. */
function fillBlock(text: string): void {
  // `fill` calls into C++, which costs more than 16 stores.
  for (let at = 0; at < 16; at++) words[at] = 0
  const { length } = text
  for (let at = 0; at < length; at++) put(at, text.charCodeAt(at))
  put(length, 0x80)
  words[15] = length << 3
}

function put(at: number, byte: number): void {
  words[at >> 2] = (words[at >> 2] as number) | (byte << (24 - (at & 3) * 8))
}

function extend(t: number): number {
  const mixed =
    (words[t - 3] as number) ^
    (words[t - 8] as number) ^
    (words[t - 14] as number) ^
    (words[t - 16] as number)
  const word = (mixed << 1) | (mixed >>> 31)
  words[t] = word
  return word
}

/** The function and the constant of a round. */
function mix(t: number, b: number, c: number, d: number): number {
  if (t < 20) return (d ^ (b & (c ^ d))) + 0x5a827999
  if (t < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (t < 60) return ((b & c) | (d & (b | c))) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}
