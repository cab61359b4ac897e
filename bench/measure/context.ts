import type { FoundCandidate } from '../discover.ts'
import type { Load } from '../load.ts'
import type { CandidateResult, Omission } from '../results.ts'
import type { Scenario } from '../scenario.ts'

export interface Context {
  readonly load: Load
  readonly rounds: number
  /** Turns of each candidate in a round: with short ones, a slow moment of the machine is slow for all. */
  readonly slices: number
  /** Requests of one round and candidate, at most. */
  readonly requests: number
  readonly connections: number
  /** Seconds of one round and candidate, about. */
  readonly seconds: number
  /** Requests before each round, at most. */
  readonly warmUp: number
  /** Requests of `soak`. */
  readonly soak: number
  progress(text: string): void
}

export interface Measurement {
  readonly candidates: readonly CandidateResult[]
  readonly omitted: readonly Omission[]
}

/** One way to measure: the candidates on one scenario. */
export type Measurer = (
  scenario: Scenario,
  candidates: readonly FoundCandidate[],
  context: Context,
) => Promise<Measurement>
