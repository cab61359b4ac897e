import type { CandidateResult, Metric, Sample, ScenarioResult } from './results.ts'
import { quantile, type Summary, summarise } from './statistics.ts'

export function summariseRounds(rounds: readonly Sample[]): CandidateResult['summary'] {
  const summary: Partial<Record<Metric, Summary>> = {}
  for (const metric of Object.keys(rounds[0] ?? {}) as Metric[]) {
    summary[metric] = summarise(rounds.map((round) => round[metric] ?? Number.NaN))
  }
  return summary
}

/**
 * How a candidate compares with another of the same scenario: the median of the ratios within each
 * round, so that a machine which is slow for a while is slow for both.
 */
export function relativeTo(
  base: string,
  { candidates }: Pick<ScenarioResult, 'candidates'>,
  { candidate, metric }: { candidate: string; metric: Metric },
): number | undefined {
  const own = roundsOf(candidates, candidate, metric)
  const other = roundsOf(candidates, base, metric)
  const ratios = own.flatMap((value, round) => {
    const against = other[round]
    return value === undefined || against === undefined ? [] : [value / against]
  })
  return ratios.length === 0 ? undefined : quantile(ratios, 0.5)
}

function roundsOf(
  candidates: readonly CandidateResult[],
  name: string,
  metric: Metric,
): (number | undefined)[] {
  const found = candidates.find(({ candidate }) => candidate === name)
  return found?.rounds.map((round) => round[metric]) ?? []
}
