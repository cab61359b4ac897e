import express4 from 'express4'
import express5 from 'express5'
import type v5 from '../../src/v5.ts'

/** The frameworks that two dialects follow; tests are written against the types of 5.x. */
export const originals = {
  '5.x': express5 as typeof v5,
  '4.x': express4 as unknown as typeof v5,
}
