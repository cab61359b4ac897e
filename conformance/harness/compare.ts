import { expect } from 'vitest'
import { knownDifferences } from '../known-differences.ts'
import { type Dialect, isSelfCheck } from './dialects.ts'

interface Place {
  /** `member › scenario`. */
  readonly id: string
  readonly dialect: Dialect
  readonly transport?: string
}

/** Equal, or different with an excuse that is still true. */
export function expectSame(actual: string, expected: string, place: Place): void {
  const { id, dialect, transport } = place
  const excuse = knownDifferences.find(
    (known) => known.dialect === dialect.name && known.scenario === id,
  )
  const where = `${dialect.subject.name}${transport ? ` on ${transport}` : ''}`
  if (excuse && !isSelfCheck) {
    // Some differences come with the shortcuts, and go with them.
    if (process.env.WEBAPP_SHORTCUTS) return
    expect(actual, `${excuse.id} excuses a difference that is gone`).not.toBe(expected)
    return
  }
  expect(actual, `${where} differs in ${id}`).toBe(expected)
}
