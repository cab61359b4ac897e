import type { FoundCandidate } from '../discover.ts'
import type { Omission, Sample } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { startServer, UnableError } from '../server-process.ts'
import { requireAnswer, resultOf, rotate } from './contest.ts'
import type { Measurer } from './context.ts'

/** Time from the start of the process to its first answer, and the memory that it has then. */
export const measureStartUp: Measurer = async (scenario, candidates, context) => {
  const samples = new Map<FoundCandidate, Sample[]>(candidates.map((one) => [one, []]))
  const omitted: Omission[] = []
  for (let round = 0; round < context.rounds; round++) {
    for (const candidate of rotate([...samples.keys()], round)) {
      context.progress(
        `${scenario.name}: round ${round + 1} of ${context.rounds}, ${candidate.name}`,
      )
      try {
        samples.get(candidate)?.push(await measureStart(scenario, candidate))
      } catch (error) {
        if (!(error instanceof UnableError)) throw error
        samples.delete(candidate)
        omitted.push({ candidate: candidate.name, reason: error.message })
      }
    }
  }
  const results = [...samples].map(([candidate, rounds]) => resultOf(candidate, rounds))
  return { candidates: await Promise.all(results), omitted }
}

async function measureStart(scenario: Scenario, candidate: FoundCandidate): Promise<Sample> {
  const plan = scenario.plan()
  const begin = performance.now()
  const server = await startServer(candidate, plan)
  try {
    await requireAnswer(server, scenario, candidate)
    const start = performance.now() - begin
    const { cpu, rss, heapUsed } = await server.usage()
    return { start, startCpu: cpu / 1000, rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 }
  } finally {
    await server.stop()
  }
}
