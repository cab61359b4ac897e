import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const key = randomBytes(32)

/** Compares in constant time, independent of the lengths, to prevent timing attacks. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected))
}

function digestOf(text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
