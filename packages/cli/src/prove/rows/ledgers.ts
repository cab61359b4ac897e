import { readFileSync } from 'node:fs'
import type { Dialect } from '../../migrate/flow/values.ts'

/** A row of docs/differences.md. */
export interface DifferenceText {
  /** Such as `5.x, 4.x`. */
  readonly dialects: string
  readonly express: string
  readonly webapp: string
}

/** An entry of docs/dialects.md. */
export interface DialectText {
  readonly member: string
  /** What each dialect does, by its name. */
  readonly behaviour: Readonly<Record<string, string>>
  /** The moves that change what the program of the entry prints, such as `3.x to 4.x`. */
  readonly changes: string
}

export interface Ledgers {
  /** The versions of Express whose interface the dialects have, by their names. */
  readonly releases: Readonly<Record<string, string>>
  readonly differences: Readonly<Record<string, DifferenceText>>
  readonly dialects: Readonly<Record<string, DialectText>>
}

/** The words of both pages, which `test/prove/write-ledgers.ts` copies into the package. */
export const LEDGERS = JSON.parse(
  readFileSync(new URL('../../../assets/prove/ledgers.json', import.meta.url), 'utf8'),
) as Ledgers

/** Whether a row of docs/differences.md is about a dialect. */
export function differsIn(row: string, dialect: Dialect): boolean {
  return LEDGERS.differences[row]?.dialects.includes(`${dialect}.x`) ?? false
}

/** Whether an entry of docs/dialects.md changes on the way from one dialect to another. */
export function changesBetween(row: string, from: Dialect, to: Dialect): boolean {
  const changes = LEDGERS.dialects[row]?.changes ?? ''
  const isFirst = from === 3 && changes.includes('3.x to 4.x')
  const isSecond = to === 5 && changes.includes('4.x to 5.x')
  return from < to && (isFirst || isSecond)
}
