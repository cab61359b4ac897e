import type { FoundCandidate } from './discover.ts'
import type { Context, Measurer } from './measure/context.ts'
import { measureLatency } from './measure/latency.ts'
import { measureSoak } from './measure/soak.ts'
import { measureStartUp } from './measure/start-up.ts'
import { measureUnderLoad } from './measure/under-load.ts'
import type { ScenarioResult } from './results.ts'
import type { Measure, Scenario } from './scenario.ts'
import { UnableError } from './server-process.ts'

const measurers: Record<Measure, Measurer> = {
  load: measureUnderLoad,
  latency: measureLatency,
  start: measureStartUp,
  soak: measureSoak,
}

export async function runScenario(
  scenario: Scenario,
  candidates: readonly FoundCandidate[],
  context: Context,
): Promise<ScenarioResult> {
  const { name, family, title, x } = scenario
  const absent = candidates.flatMap((candidate) => {
    const reason = candidate.absence?.()
    return reason === undefined ? [] : [{ candidate: candidate.name, reason }]
  })
  const present = candidates.filter((candidate) => candidate.absence?.() === undefined)
  const measured = await measurers[scenario.measure](scenario, present, context).catch((error) => {
    // What all of them need failed; the other scenarios of the run go on.
    if (!(error instanceof UnableError)) throw error
    const reason = error.message
    return { candidates: [], omitted: present.map(({ name }) => ({ candidate: name, reason })) }
  })
  return { name, family, title, x, ...measured, omitted: [...absent, ...measured.omitted] }
}
