import { type FoundCandidate, versionOf } from '../discover.ts'
import type { CandidateResult, Omission, Sample } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, startServer, UnableError } from '../server-process.ts'
import { summariseRounds } from '../summarise-rounds.ts'
import { verifyAnswer } from '../verify.ts'

/** A candidate whose server runs and has answered as expected. */
export interface Contestant {
  readonly candidate: FoundCandidate
  readonly server: ServerProcess
  readonly rounds: Sample[]
}

/** Starts the candidates' servers; those that cannot take part are left out with a reason. */
export async function startContestants(
  scenario: Scenario,
  candidates: readonly FoundCandidate[],
): Promise<{ contestants: Contestant[]; omitted: Omission[] }> {
  const contestants: Contestant[] = []
  const omitted: Omission[] = []
  const plan = scenario.plan()
  for (const candidate of candidates) {
    try {
      const server = await startServer(candidate, plan)
      contestants.push({ candidate, server, rounds: [] })
      const wrong = await verifyAnswer(server.origin, scenario, candidate)
      if (wrong.length > 0) throw new UnableError(`answers otherwise: ${wrong.join(', ')}`)
    } catch (error) {
      if (!(error instanceof UnableError)) throw error
      omitted.push({ candidate: candidate.name, reason: error.message })
      const failed = contestants.findIndex((one) => one.candidate === candidate)
      if (failed >= 0) await contestants.splice(failed, 1)[0]?.server.stop()
    }
  }
  return { contestants, omitted }
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

/** Another order in each round: nobody always runs after the same neighbour. */
export function rotate<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}
