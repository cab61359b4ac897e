import { type FoundCandidate, versionOf } from '../discover.ts'
import type { CandidateResult, Omission, Sample } from '../results.ts'
import { UnableError } from '../server-process.ts'
import { summariseRounds } from '../summarise-rounds.ts'
import type { Context, Measurer } from './context.ts'
import type { Entry } from './fresh-server.ts'

/** A candidate that is ready to be measured. */
export interface Ready {
  takeSample(): Promise<Sample>
  close(): Promise<void>
}

type Prepare = (entry: Entry, context: Context) => Promise<Ready>

/** Takes one sample of every candidate in each round, one after the other. */
export function inRounds(
  takeSample: (entry: Entry, context: Context) => Promise<Sample>,
): Measurer {
  const prepare: Prepare = async (entry, context) => ({
    takeSample: () => takeSample(entry, context),
    close: async () => {},
  })
  return (scenario, candidates, context) =>
    inSlices(prepare)(scenario, candidates, { ...context, slices: 1 })
}

/**
 * Prepares all candidates in each round, and then takes samples of them by turns. Who cannot go on is
 * left out, with the reason.
 */
export function inSlices(prepare: Prepare): Measurer {
  return async (scenario, candidates, context) => {
    const plan = scenario.plan()
    const samples = new Map<FoundCandidate, Sample[]>(candidates.map((one) => [one, []]))
    const omitted: Omission[] = []

    async function attempt(candidate: FoundCandidate, work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof UnableError)) throw error
        samples.delete(candidate)
        omitted.push({ candidate: candidate.name, reason: error.message })
      }
    }

    async function runRound(round: number): Promise<void> {
      const ready = new Map<FoundCandidate, Ready>()
      try {
        for (const candidate of reorder([...samples.keys()], round)) {
          const place = `round ${round + 1} of ${context.rounds}, ${candidate.name}`
          const progress = (text: string) => context.progress(`${scenario.name}: ${place}, ${text}`)
          await attempt(candidate, async () => {
            ready.set(
              candidate,
              await prepare({ scenario, candidate, plan }, { ...context, progress }),
            )
          })
        }
        for (let slice = 0; slice < context.slices; slice++) {
          for (const candidate of reorder([...samples.keys()], round + slice)) {
            await attempt(candidate, async () => {
              const sample = await ready.get(candidate)?.takeSample()
              if (sample !== undefined) samples.get(candidate)?.push(sample)
            })
          }
        }
      } finally {
        await Promise.all([...ready.values()].map((one) => one.close()))
      }
    }

    for (let round = 0; round < context.rounds; round++) await runRound(round)
    const results = [...samples].map(([candidate, rounds]) => resultOf(candidate, rounds))
    return { candidates: await Promise.all(results), omitted }
  }
}

/**
 * Another order each time, with other neighbours: a candidate that follows a slow one is slower for
 * a moment, because the process of the slow one still collects its garbage.
 */
function reorder<T>(items: readonly T[], by: number): T[] {
  const { length } = items
  const strides = items.flatMap((_, stride) => (divisor(stride, length) === 1 ? stride : []))
  const stride = strides[by % strides.length] ?? 1
  return items.map((_, index) => items[(by + index * stride) % length] as T)
}

/** The greatest common divisor. */
function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
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
