import { type FoundCandidate, versionOf } from '../discover.ts'
import type { CandidateResult, Figures, Omission, Sample } from '../results.ts'
import { UnableError } from '../server-process.ts'
import { summariseRounds } from '../summarise-rounds.ts'
import type { Context, Measurer } from './context.ts'
import type { Entry } from './fresh-server.ts'
import { orderOfTurn, takesPart } from './turns.ts'

/** A candidate that is ready to be measured. */
export interface Ready {
  measure(): Promise<Figures>
  close(): Promise<void>
}

type Prepare = (entry: Entry, context: Context) => Promise<Ready>

/** Measures every candidate once in each round, one after the other. */
export function inRounds(measure: (entry: Entry, context: Context) => Promise<Figures>): Measurer {
  const prepare: Prepare = async (entry, context) => ({
    measure: () => measure(entry, context),
    close: async () => {},
  })
  return (scenario, candidates, context) =>
    inTurns(prepare)(scenario, candidates, { ...context, turns: 1, focus: undefined })
}

/**
 * Prepares all candidates in each round, and then measures them by turns. A candidate that cannot go
 * on is left out, with the reason.
 */
export function inTurns(prepare: Prepare): Measurer {
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

    async function prepareRound(round: number, ready: Map<FoundCandidate, Ready>): Promise<void> {
      for (const candidate of orderOfTurn([...samples.keys()], round)) {
        const place = `round ${round + 1} of ${context.rounds}, ${candidate.name}`
        const progress = (text: string) => context.progress(`${scenario.name}: ${place}, ${text}`)
        await attempt(candidate, async () => {
          const entry = { scenario, candidate, plan }
          ready.set(candidate, await prepare(entry, { ...context, progress }))
        })
      }
    }

    async function runRound(round: number): Promise<void> {
      const ready = new Map<FoundCandidate, Ready>()
      try {
        await prepareRound(round, ready)
        for (let turn = 0; turn < context.turns; turn++) {
          for (const candidate of orderOfTurn([...samples.keys()], round + turn)) {
            if (!takesPart(candidate.name, turn, context.focus)) continue
            await attempt(candidate, async () => {
              const figures = await ready.get(candidate)?.measure()
              const number = round * context.turns + turn
              if (figures) samples.get(candidate)?.push({ turn: number, ...figures })
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
