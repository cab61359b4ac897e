import type { FoundCandidate } from './discover.ts'
import type { Context, Measurer } from './measure/context.ts'
import { measureSoak } from './measure/soak.ts'
import { measureStartUp } from './measure/start-up.ts'
import { measureUnderLoad } from './measure/under-load.ts'
import type { ScenarioResult } from './results.ts'
import type { Measure, Scenario } from './scenario.ts'

const measurers: Record<Measure, Measurer> = {
  load: measureUnderLoad,
  start: measureStartUp,
  soak: measureSoak,
}

export async function runScenario(
  scenario: Scenario,
  candidates: readonly FoundCandidate[],
  context: Context,
): Promise<ScenarioResult> {
  const { name, family, title, x } = scenario
  const measured = await measurers[scenario.measure](scenario, candidates, context)
  return { name, family, title, x, ...measured }
}
