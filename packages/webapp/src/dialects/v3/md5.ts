import { writeBase64 } from '../../runtime/base64.ts'

/** The words of the current block. Digests are computed synchronously, so one buffer is enough. */
const words = new Int32Array(16)

/** The table T of RFC 1321, 3.4, computed from the sines of 1 to 64. */
const sines = Int32Array.from({ length: 64 }, (_, i) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))),
)

/** The rotation of each step, in four groups of four (RFC 1321, 3.4). */
const turns = Int32Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21)

/**
 * Writes the MD5 digest (RFC 1321) of up to 55 ASCII characters, one block, in base64 without
 * padding. Returns the end position. The digest identifies a version of a body and has no security
 * purpose. A call to OpenSSL takes longer than this for one block.
 */
export function writeMd5(target: Uint8Array, at: number, text: string): number {
  fillBlock(text)
  let a = 0x67452301
  let b = 0xefcdab89 | 0
  let c = 0x98badcfe | 0
  let d = 0x10325476
  for (let round = 0; round < 64; round++) {
    const mixed = (a + mix(round, b, c, d) + wordOf(round) + (sines[round] as number)) | 0
    const turn = turns[(round >> 4) * 4 + (round & 3)] as number
    a = d
    d = c
    c = b
    b = (b + ((mixed << turn) | (mixed >>> (32 - turn)))) | 0
  }
  a = (a + 0x67452301) | 0
  b = (b + 0xefcdab89) | 0
  c = (c + 0x98badcfe) | 0
  d = (d + 0x10325476) | 0
  return putWords(target, at, swapBytes(a), swapBytes(b), swapBytes(c), swapBytes(d))
}

function putWords(
  target: Uint8Array,
  at: number,
  a: number,
  b: number,
  c: number,
  d: number,
): number {
  writeBase64(target, at, a >>> 8)
  writeBase64(target, at + 4, (a << 16) | (b >>> 16))
  writeBase64(target, at + 8, (b << 8) | (c >>> 24))
  writeBase64(target, at + 12, c)
  writeBase64(target, at + 16, d >>> 8)
  writeBase64(target, at + 20, d << 16)
  return at + 22
}

/** MD5 is little-endian, base64 big-endian. */
function swapBytes(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)
}

/** Writes the text, a terminating 1 bit and the length in bits into the block. */
function fillBlock(text: string): void {
  words.fill(0)
  const { length } = text
  for (let at = 0; at < length; at++) put(at, text.charCodeAt(at))
  put(length, 0x80)
  words[14] = length << 3
}

function put(at: number, byte: number): void {
  words[at >> 2] = (words[at >> 2] as number) | (byte << ((at & 3) * 8))
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 16) return d ^ (b & (c ^ d))
  if (round < 32) return c ^ (d & (b ^ c))
  if (round < 48) return b ^ c ^ d
  return c ^ (b | ~d)
}

/** Each of the four rounds reads the words in a different order. */
function wordOf(round: number): number {
  if (round < 16) return words[round] as number
  if (round < 32) return words[(5 * round + 1) & 15] as number
  if (round < 48) return words[(3 * round + 5) & 15] as number
  return words[(7 * round) & 15] as number
}
