import { type FoundCandidate, versionOf } from '../discover.ts'
import type { CandidateResult, Omission, Sample } from '../results.ts'
import { UnableError } from '../server-process.ts'
import { summariseRounds } from '../summarise-rounds.ts'
import type { Context, Measurer } from './context.ts'
import type { Entry } from './fresh-server.ts'

type TakeSample = (entry: Entry, context: Context) => Promise<Sample>

/**
 * Takes a sample of every candidate in each round, one after the other. Who cannot go on is left
 * out, with the reason.
 */
export function inRounds(takeSample: TakeSample): Measurer {
  return async (scenario, candidates, context) => {
    const plan = scenario.plan()
    const samples = new Map<FoundCandidate, Sample[]>(candidates.map((one) => [one, []]))
    const omitted: Omission[] = []
    for (const [round, candidate] of turns(samples, context.rounds)) {
      const place = `round ${round + 1} of ${context.rounds}, ${candidate.name}`
      const progress = (text: string) => context.progress(`${scenario.name}: ${place}, ${text}`)
      try {
        const sample = await takeSample({ scenario, candidate, plan }, { ...context, progress })
        samples.get(candidate)?.push(sample)
      } catch (error) {
        if (!(error instanceof UnableError)) throw error
        samples.delete(candidate)
        omitted.push({ candidate: candidate.name, reason: error.message })
      }
    }
    const results = [...samples].map(([candidate, rounds]) => resultOf(candidate, rounds))
    return { candidates: await Promise.all(results), omitted }
  }
}

/** Another order in each round, of those that are left: nobody always follows the same one. */
function* turns(
  left: ReadonlyMap<FoundCandidate, unknown>,
  rounds: number,
): Generator<[round: number, candidate: FoundCandidate]> {
  for (let round = 0; round < rounds; round++) {
    for (const candidate of rotate([...left.keys()], round)) yield [round, candidate]
  }
}

function rotate<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}

async function resultOf(
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
