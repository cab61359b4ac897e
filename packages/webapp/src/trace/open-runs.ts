import type { ServerResponse } from 'node:http'
import { onResponseClose } from '../node/index.ts'
import type { LayerTrace } from '../types/shared/trace.ts'

export type Outcome = NonNullable<LayerTrace['outcome']>
export type Finish = (outcome: Outcome) => void

// The unfinished runs of the handlers of each response.
const open = new WeakMap<object, Set<Finish>>()

/** The unfinished runs of a response. They finish when it closes. */
export function openRuns(res: ServerResponse): Set<Finish> {
  const known = open.get(res)
  if (known !== undefined) return known
  const runs = new Set<Finish>()
  open.set(res, runs)
  onResponseClose(res, () => finishRuns(runs))
  return runs
}

/** Collects the runs of a response. The function that this returns finishes them. */
export function collectRuns(res: ServerResponse): () => void {
  const runs = new Set<Finish>()
  open.set(res, runs)
  return () => finishRuns(runs)
}

/** The innermost run comes first. */
function finishRuns(runs: ReadonlySet<Finish>): void {
  for (const finish of [...runs].reverse()) finish('answered')
}
