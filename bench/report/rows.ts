import { baseOf, publishedScenarios } from '../publish/selection.ts'
import type { ScenarioResult } from '../results.ts'
import { relativeTo, summariseRounds } from '../summarise-rounds.ts'

export function ratioOf(base: string, scenario: ScenarioResult, candidate: string): string {
  return relativeTo(base, scenario, { candidate, metric: 'cpu' })?.toFixed(2) ?? '–'
}

export function hasCosts({ candidates }: ScenarioResult): boolean {
  return candidates.some(({ summary }) => summary.cpu)
}

export function baseIn({ candidates }: ScenarioResult): string {
  return baseOf(candidates.map(({ candidate }) => ({ name: candidate })))
}

/** In the order of the published runs; others behind them. */
export function byPlace(scenarios: readonly ScenarioResult[]): ScenarioResult[] {
  const place = ({ name }: ScenarioResult) => {
    const at = publishedScenarios.indexOf(name)
    return at < 0 ? publishedScenarios.length : at
  }
  return [...scenarios].sort((a, b) => place(a) - place(b))
}

export function namesIn(scenarios: readonly ScenarioResult[]): string[] {
  return orderNames(scenarios.flatMap(({ candidates }) => candidates.map((one) => one.candidate)))
}

/** Ours first, then the originals, then the rest. */
export function orderNames(names: readonly string[]): string[] {
  const rank = (name: string) =>
    name.startsWith('webapp') ? 0 : name.startsWith('express') ? 1 : 2
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b))
}

/** The same scenario with the samples of one run alone. */
export function ofRun(scenario: ScenarioResult, run: number): ScenarioResult {
  const candidates = scenario.candidates.map((one) => {
    const rounds = one.rounds.filter((sample) => sample.run === run)
    return { ...one, rounds, summary: summariseRounds(rounds) }
  })
  return { ...scenario, candidates }
}
