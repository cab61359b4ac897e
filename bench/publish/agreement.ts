import type { CandidateResult, ScenarioResult } from '../results.ts'
import { relativeTo, summariseRounds } from '../summarise-rounds.ts'

/** How far two runs of a scenario may differ. */
export const TOLERANCE = 0.05

/** What two runs of a scenario say about each other. */
export interface Agreement {
  readonly scenario: string
  /** How many runs there were. */
  readonly runs: number
  /** The two that are published, counted from 1. */
  readonly published: readonly number[]
  /** The largest difference of a judged ratio; missing where runs need not agree. */
  readonly difference?: number
}

/** What is compared: the ratios of some candidates to a base. */
export interface Comparison {
  readonly base: string
  readonly judged: readonly string[]
}

/** The first two runs that agree, in the order in which they were made, or else the closest two. */
export function findAgreement(runs: readonly ScenarioResult[], comparison: Comparison): Agreement {
  const { name } = runs[0] ?? { name: '' }
  const pairs = runs.flatMap((later, second) =>
    runs.slice(0, second).map((earlier, first) => ({
      scenario: name,
      runs: runs.length,
      published: [first + 1, second + 1],
      difference: differenceOf(earlier, later, comparison),
    })),
  )
  const agreeing = pairs.find((pair) => isAgreed(pair))
  const [closest] = pairs.sort((a, b) => (a.difference ?? 0) - (b.difference ?? 0))
  return agreeing ?? closest ?? { scenario: name, runs: runs.length, published: [1] }
}

/** A single run agrees with nothing; figures that need not agree always do. */
export function isAgreed({ difference = 0, published }: Agreement): boolean {
  return published.length > 1 && difference <= TOLERANCE
}

/** By how much the larger of two ratios exceeds the smaller, at most. */
function differenceOf(
  a: ScenarioResult,
  b: ScenarioResult,
  { base, judged }: Comparison,
): number | undefined {
  const differences = judged.flatMap((candidate) => {
    const [one, other] = [a, b].map((run) => relativeTo(base, run, { candidate, metric: 'cpu' }))
    if (one === undefined || other === undefined) return []
    return Math.max(one, other) / Math.min(one, other) - 1
  })
  return differences.length === 0 ? undefined : Math.max(...differences)
}

/** Several runs of a scenario as one, in which each sample says its run. */
export function joinRuns(runs: readonly ScenarioResult[]): ScenarioResult {
  const [first] = runs
  if (first === undefined) throw new RangeError('no run to join')
  const everyone = runs.flatMap(({ candidates }) => candidates)
  const names = [...new Set(everyone.map(({ candidate }) => candidate))]
  const omitted = runs.flatMap((run) => run.omitted)
  return {
    ...first,
    candidates: names.map((name) => joinCandidate(name, runs)),
    omitted: [...new Map(omitted.map((one) => [one.candidate, one])).values()],
  }
}

function joinCandidate(name: string, runs: readonly ScenarioResult[]): CandidateResult {
  const found = runs.map(({ candidates }) => candidates.find(({ candidate }) => candidate === name))
  const rounds = found.flatMap((result, index) =>
    (result?.rounds ?? []).map((sample) => ({ run: index + 1, ...sample })),
  )
  const version = found.find((result) => result?.version)?.version
  return { candidate: name, version, rounds, summary: summariseRounds(rounds) }
}
