import { type FoundCandidate, versionOf } from '../discover.ts'
import type { CandidateResult, Omission, Sample } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, startServer, UnableError } from '../server-process.ts'
import { summariseRounds } from '../summarise-rounds.ts'
import { verifyAnswer } from '../verify.ts'
import type { Measurement } from './context.ts'

/** A candidate whose server runs and has answered as expected. */
export interface Contestant {
  readonly candidate: FoundCandidate
  readonly server: ServerProcess
  readonly rounds: Sample[]
}

/** The candidates of one scenario side by side. Who cannot go on is left out, with the reason. */
export class Contest {
  readonly #scenario: Scenario
  readonly #omitted: Omission[] = []
  #contestants: Contestant[] = []

  constructor(scenario: Scenario) {
    this.#scenario = scenario
  }

  async start(
    candidates: readonly FoundCandidate[],
    nodeOptions: readonly string[] = [],
  ): Promise<void> {
    const plan = this.#scenario.plan()
    for (const candidate of candidates) {
      await this.#attempt(candidate, async () => {
        const server = await startServer(candidate, plan, nodeOptions)
        this.#contestants.push({ candidate, server, rounds: [] })
        await requireAnswer(server, this.#scenario, candidate)
      })
    }
  }

  /** One after the other, in another order in each round: nobody always follows the same one. */
  async each(round: number, act: (contestant: Contestant) => Promise<void>): Promise<void> {
    for (const contestant of rotate(this.#contestants, round)) {
      await this.#attempt(contestant.candidate, () => act(contestant))
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#contestants.map(({ server }) => server.stop()))
  }

  async results(): Promise<Measurement> {
    const results = this.#contestants.map(({ candidate, rounds }) => resultOf(candidate, rounds))
    return { candidates: await Promise.all(results), omitted: this.#omitted }
  }

  async #attempt(candidate: FoundCandidate, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof UnableError)) throw error
      this.#omitted.push({ candidate: candidate.name, reason: error.message })
      const failed = this.#contestants.find((one) => one.candidate === candidate)
      this.#contestants = this.#contestants.filter((one) => one !== failed)
      await failed?.server.stop()
    }
  }
}

export async function requireAnswer(
  server: ServerProcess,
  scenario: Scenario,
  candidate: FoundCandidate,
): Promise<void> {
  const wrong = await verifyAnswer(server.origin, scenario, candidate).catch((error: Error) => [
    error.message,
  ])
  if (wrong.length > 0) throw new UnableError(`answers otherwise: ${wrong.join(', ')}`)
}

export async function resultOf(
  candidate: FoundCandidate,
  rounds: readonly Sample[],
): Promise<CandidateResult> {
  return {
    candidate: candidate.name,
    version: candidate.package && (await versionOf(candidate.package)),
    rounds,
    summary: summariseRounds(rounds),
  }
}

export function rotate<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}
