import { writeBase64 } from './base64.ts'

/** The words of the current block. Shared: the digest is synchronous. */
const words = new Int32Array(80)

/**
 * Writes the SHA-1 (FIPS 180-4) of ASCII text in base64 without padding; returns the end offset.
 *
 * For texts of up to a few hundred characters a call to OpenSSL takes longer than this.
 */
export function writeSha1(target: Uint8Array, at: number, text: string): number {
  let h0 = 0x67452301
  let h1 = 0xefcdab89 | 0
  let h2 = 0x98badcfe | 0
  let h3 = 0x10325476
  let h4 = 0xc3d2e1f0 | 0
  const blocks = ((text.length + 8) >> 6) + 1
  for (let block = 0; block < blocks; block++) {
    readBlock(text, block * 64)
    if (block === blocks - 1) words[15] = text.length << 3
    let a = h0
    let b = h1
    let c = h2
    let d = h3
    let e = h4
    for (let t = 0; t < 80; t++) {
      const word = t < 16 ? (words[t] as number) : extend(t)
      const turned = (((a << 5) | (a >>> 27)) + mix(t, b, c, d) + e + word) | 0
      e = d
      d = c
      c = (b << 30) | (b >>> 2)
      b = a
      a = turned
    }
    h0 = (h0 + a) | 0
    h1 = (h1 + b) | 0
    h2 = (h2 + c) | 0
    h3 = (h3 + d) | 0
    h4 = (h4 + e) | 0
  }
  writeBase64(target, at, h0 >>> 8)
  writeBase64(target, at + 4, (h0 << 16) | (h1 >>> 16))
  writeBase64(target, at + 8, (h1 << 8) | (h2 >>> 24))
  writeBase64(target, at + 12, h2)
  writeBase64(target, at + 16, h3 >>> 8)
  writeBase64(target, at + 20, (h3 << 16) | (h4 >>> 16))
  writeBase64(target, at + 24, h4 << 8)
  return at + 27
}

/** Loads 64 characters into the words and appends the terminating 1 bit after the last one. */
function readBlock(text: string, start: number): void {
  for (let at = 0; at < 16; at++) words[at] = 0
  const count = Math.min(text.length - start, 64)
  for (let at = 0; at < count; at++) {
    words[at >> 2] =
      (words[at >> 2] as number) | (text.charCodeAt(start + at) << (24 - (at & 3) * 8))
  }
  if (count >= 0 && count < 64) {
    words[count >> 2] = (words[count >> 2] as number) | (0x80 << (24 - (count & 3) * 8))
  }
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
