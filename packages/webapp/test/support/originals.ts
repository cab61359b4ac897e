import express4 from 'express4'
import express5 from 'express5'
import type v5 from '../../src/v5.ts'

/** The frameworks that two dialects follow; tests are written against the types of 5.x. */
export const originals = {
  '5.x': express5 as typeof v5,
  '4.x': express4 as unknown as typeof v5,
}

export type Factory = (typeof originals)['5.x']

/**
 * The original that streams and connections are compared with. They are Node's in every version, so
 * 4.x stands for 3.x, which changes Node's classes for all tests.
 */
export function originalFor(dialect: '5.x' | '4.x' | '3.x'): Factory {
  return originals[dialect === '3.x' ? '4.x' : dialect]
}
