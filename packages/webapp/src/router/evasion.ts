import { normalPath, usualSpellings } from '../http/usual-paths.ts'
import { watchedList } from './watched-list.ts'

/** Consecutive entries of a router's list that a request went past, under the path it had there. */
export interface Passed<Entry> {
  readonly list: readonly Entry[]
  readonly from: number
  readonly to: number
  readonly path: string
  /** The parameters with which an entry handles a path; undefined if the entry does not. */
  meet(entry: Entry, path: string): object | undefined
  /** The entry as it would be if it ignored case; the entry itself if it does. */
  withoutCase?(entry: Entry): Entry
}

/**
 * Whether one of the entries handles a usual spelling of the path, but did not handle the path of
 * the request, or handled it with other parameters.
 */
export function evadesEntries<Entry>(passed: Passed<Entry>): boolean {
  return usualSpellings(passed.path).some((spelling) => evadesUnder(spelling, passed))
}

function evadesUnder<Entry>(spelling: string, passed: Passed<Entry>): boolean {
  const { list, path, to } = passed
  const watched = watchedList(list)
  const entries = watched?.entries ?? list
  const search = watched?.search(spelling)
  for (let index = passed.from; index < to; index++) {
    if (search !== undefined) index = search.next(index)
    const entry = entries[index]
    if (index >= to || entry === undefined) continue
    const usual = passed.meet(passed.withoutCase?.(entry) ?? entry, spelling)
    if (usual === undefined) continue
    const actual = passed.meet(entry, path)
    if (actual === undefined || !areAlike(usual, actual)) return true
  }
  return false
}

type Params = Readonly<Record<string, unknown>>

function areAlike(usual: object, actual: object): boolean {
  return Object.keys(usual).every(
    (name) => normalValue((usual as Params)[name]) === normalValue((actual as Params)[name]),
  )
}

function normalValue(value: unknown): string {
  return normalPath([value].flat().join('/'))
}
