import type { SourceFile } from '../syntax/source-file.ts'
import { Assignments } from './assignments.ts'
import { Calls } from './calls.ts'
import type { Worklist } from './cells.ts'
import { Evaluator } from './evaluator.ts'
import type { Modules } from './modules.ts'
import { ValueStore } from './value-store.ts'

/** The parts of the analysis of a program. Each one uses those before it. */
export interface Analysis {
  readonly modules: Modules
  readonly store: ValueStore
  readonly evaluator: Evaluator
  readonly assignments: Assignments
  readonly calls: Calls
}

export function createAnalysis(
  files: readonly SourceFile[],
  modules: Modules,
  work: Worklist,
): Analysis {
  const store = new ValueStore(files, work)
  const evaluator = new Evaluator(store, modules)
  const assignments = new Assignments(store, evaluator)
  const calls = new Calls(store, evaluator, assignments)
  return { modules, store, evaluator, assignments, calls }
}
