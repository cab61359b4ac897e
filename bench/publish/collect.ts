import { availableParallelism } from 'node:os'
import { judgeTargets } from '../judge.ts'
import type { Machine, PublishedResults } from '../results.ts'
import { targets } from '../targets.ts'
import { activityBetween, processFiles, type Reading, takeReading } from './activity.ts'
import { joinRuns } from './agreement.ts'
import { agreementOf, type Entry } from './entries.ts'
import { describeWrk } from './programs.ts'

export const CONNECTIONS = 64

/** At most so many requests in a turn of a load that counts them: that of HTTP/2. */
export const MOST_REQUESTS = 20_000

export interface Conditions {
  readonly machine: Machine
  readonly turns: number
  readonly doubts: readonly string[]
  /** Of the machine, when the run began. */
  readonly before: Reading
}

/** The result of the runs so far: of each scenario the two that agree, or the closest ones. */
export function collectResults(
  entries: readonly Entry[],
  { machine, turns, doubts, before }: Conditions,
): PublishedResults {
  const measured = entries.filter(({ runs }) => runs.length > 0)
  const agreements = measured.map(agreementOf)
  const scenarios = measured.map(({ runs }, index) =>
    joinRuns((agreements[index]?.published ?? []).flatMap((run) => runs[run - 1] ?? [])),
  )
  const { stolen } = activityBetween(before, takeReading(processFiles), availableParallelism())
  return {
    date: new Date().toISOString(),
    machine,
    rounds: 1,
    turns,
    requests: MOST_REQUESTS,
    connections: CONNECTIONS,
    load: describeWrk(),
    loadNode: process.version,
    stolen,
    doubts,
    agreements,
    scenarios,
    targets: judgeTargets(targets, scenarios),
  }
}
