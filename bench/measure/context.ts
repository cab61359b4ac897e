import type { FoundCandidate } from '../discover.ts'
import type { Load } from '../load.ts'
import type { CandidateResult, Omission } from '../results.ts'
import type { Scenario } from '../scenario.ts'

export interface Context {
  readonly load: Load
  /** The program that runs the servers: one of some version of Node. */
  readonly node: string
  readonly rounds: number
  /** Turns of each candidate in a round: with short ones, a slow moment of the machine is slow for all. */
  readonly turns: number
  /**
   * The candidates that take part in every turn; the others take part in every third one. All when
   * not given.
   */
  readonly focus?: readonly string[]
  /** Requests of one turn, at most, of a load that counts. */
  readonly requests: number
  readonly connections: number
  /** Seconds of one turn, about. */
  readonly seconds: number
  /** Requests before each round, at most, of a load that counts. */
  readonly warmUp: number
  /** Seconds of the processor that the server has for its warm-up, at most. */
  readonly warmUpSeconds: number
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
