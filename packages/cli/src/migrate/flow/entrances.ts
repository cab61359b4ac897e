import type { SourceFile } from '../syntax/source-file.ts'
import type { Analysis } from './analysis.ts'
import {
  type Dialect,
  instanceAt,
  instanceOf,
  isInstance,
  type Kind,
  NONE,
  stepInto,
  thing,
  union,
  type Value,
  type Values,
} from './values.ts'

/** What other code hands to a part of the exports of a file. */
export interface Entrance {
  readonly entry: string
  readonly steps: readonly string[]
  /**
   * `handler` if the value is registered as a handler, the kinds of the arguments of a call (empty for
   * other values), or `nothing` if the names of parameters have to tell.
   */
  readonly given: 'handler' | 'nothing' | readonly (Kind | '')[]
  readonly dialect: Dialect
  readonly isSure: boolean
}

/** Gives the parameters of exported functions what other code hands to them. */
export function enter(
  analysis: Analysis,
  files: readonly SourceFile[],
  entrances: readonly Entrance[],
): void {
  for (const { entry, steps, given, dialect, isSure } of entrances) {
    const file = files.find(({ path }) => path === entry)
    if (file === undefined || given === 'nothing') continue
    for (const value of walk(analysis, file, steps)) {
      if (given !== 'handler') {
        const values = given.map((kind) =>
          kind === '' ? NONE : new Set([thing(kind, dialect, { isSure })]),
        )
        analysis.calls.addCall(value, values)
      } else if (value.type === 'code') {
        analysis.calls.addHandler(value, { by: value.node, dialect, isSure, isParam: false })
      }
    }
  }
}

/** What the steps lead to, from the exports of a file. */
export function walk(analysis: Analysis, file: SourceFile, steps: readonly string[]): Values {
  const { store } = analysis
  const exported = store.exportsOf(file)
  let values: Values = union(exported, store.membersNamed(exported, 'default'))
  for (const step of steps) {
    values =
      step === '()'
        ? [...values].map((value) => resultsOf(analysis, value)).reduce(union, NONE)
        : store.membersNamed(values, step.slice(1))
  }
  return values
}

/** What a call returns, or `new` makes. */
function resultsOf({ store }: Analysis, value: Value): Values {
  if (value.type === 'external') return stepInto(value, '()')
  if (value.type === 'bag' && !isInstance(value)) return new Set([instanceOf(value)])
  if (value.type !== 'code') return NONE
  const instance = instanceAt(value.file, value.node)
  return union(store.resultsOf(value.node), new Set([instance]))
}
