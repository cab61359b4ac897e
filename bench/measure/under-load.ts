import type { LoadReport } from '../load/order.ts'
import type { Sample } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { resultOf, rotate, startContestants } from './contestants.ts'
import type { Context, Measurer } from './context.ts'

/** Processor time of the server and requests per second, in interleaved rounds. */
export const measureUnderLoad: Measurer = async (scenario, candidates, context) => {
  const { contestants, omitted } = await startContestants(scenario, candidates)
  try {
    const amounts = new Map<string, number>()
    for (const { candidate, server } of contestants) {
      context.progress(`${scenario.name}: warming up ${candidate.name}`)
      amounts.set(candidate.name, await warmUp(server, scenario, context))
    }
    for (let round = 0; round < context.rounds; round++) {
      for (const { candidate, server, rounds } of rotate(contestants, round)) {
        context.progress(
          `${scenario.name}: round ${round + 1} of ${context.rounds}, ${candidate.name}`,
        )
        const amount = amounts.get(candidate.name) ?? context.requests
        rounds.push(await measureRound(server, scenario, { ...context, requests: amount }))
      }
    }
  } finally {
    await Promise.all(contestants.map(({ server }) => server.stop()))
  }
  const results = contestants.map(({ candidate, rounds }) => resultOf(candidate, rounds))
  return { candidates: await Promise.all(results), omitted }
}

/** Seconds after which a round is ended in any case, and counts as far as it came. */
const patience = 60

/** @returns how many requests a round may have, to be done in the time that it has */
async function warmUp(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<number> {
  const report = await applyLoad(server, scenario, context)
  const possible = (countAnswers(report) / report.seconds) * context.seconds
  return Math.round(Math.min(context.requests, Math.max(possible, context.connections)))
}

async function measureRound(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<Sample> {
  const before = await server.usage()
  const report = await applyLoad(server, scenario, { ...context, seconds: patience })
  const after = await server.usage()
  const answers = countAnswers(report)
  if (answers === 0) throw new Error(`no answer in ${patience} seconds`)
  return { cpu: (after.cpu - before.cpu) / answers, rps: answers / report.seconds }
}

/** Every answer must have the status of the first one, which was looked at closely. */
export async function applyLoad(
  { origin }: ServerProcess,
  { request, answer }: Scenario,
  { load, requests, connections, seconds }: Context,
): Promise<LoadReport> {
  const report = await load.run({ origin, request, amount: requests, connections, seconds })
  const others = Object.keys(report.statuses).filter((status) => Number(status) !== answer.status)
  if (report.errors > 0 || others.length > 0) {
    throw new Error(`unexpected answers under load: ${JSON.stringify(report)}`)
  }
  return report
}

function countAnswers({ statuses }: LoadReport): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0)
}
