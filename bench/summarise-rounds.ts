import {
  type CandidateResult,
  type Metric,
  metrics,
  type Sample,
  type ScenarioResult,
} from './results.ts'
import { quantile, type Summary, summarise } from './statistics.ts'

export function summariseRounds(rounds: readonly Sample[]): CandidateResult['summary'] {
  const summary: Partial<Record<Metric, Summary>> = {}
  for (const metric of Object.keys(metrics) as Metric[]) {
    const values = rounds.flatMap((round) => round[metric] ?? [])
    if (values.length > 0) summary[metric] = summarise(values)
  }
  return summary
}

/**
 * How a candidate compares with another of the same scenario: the median of the ratios within each
 * turn, so that a machine which is slow for a while is slow for both.
 */
export function relativeTo(
  base: string,
  { candidates }: Pick<ScenarioResult, 'candidates'>,
  { candidate, metric }: { candidate: string; metric: Metric },
): number | undefined {
  const other = new Map(roundsOf(candidates, base).map((round) => [keyOf(round), round[metric]]))
  const ratios = roundsOf(candidates, candidate).flatMap((round) => {
    const value = round[metric]
    const against = other.get(keyOf(round))
    return value === undefined || against === undefined ? [] : [value / against]
  })
  return ratios.length === 0 ? undefined : quantile(ratios, 0.5)
}

function roundsOf(candidates: readonly CandidateResult[], name: string): readonly Sample[] {
  return candidates.find(({ candidate }) => candidate === name)?.rounds ?? []
}

/** Names the moment of a sample. */
function keyOf({ run, turn }: Sample): string {
  return `${run}/${turn}`
}
