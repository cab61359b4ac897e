import type { Sample } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, UnableError } from '../server-process.ts'
import { applyLoad, countAnswers } from './apply-load.ts'
import { Contest } from './contest.ts'
import type { Context, Measurer } from './context.ts'

/** Seconds after which a round is ended in any case, and counts as far as it came. */
const patience = 60

/** Processor time of the server and requests per second, in interleaved rounds. */
export const measureUnderLoad: Measurer = async (scenario, candidates, context) => {
  const contest = new Contest(scenario)
  const amounts = new Map<ServerProcess, number>()
  try {
    await contest.start(candidates)
    await contest.each(0, async ({ candidate, server }) => {
      context.progress(`${scenario.name}: warming up ${candidate.name}`)
      amounts.set(server, await warmUp(server, scenario, context))
    })
    for (let round = 0; round < context.rounds; round++) {
      await contest.each(round, async ({ candidate, server, rounds }) => {
        const place = `round ${round + 1} of ${context.rounds}`
        context.progress(`${scenario.name}: ${place}, ${candidate.name}`)
        const requests = amounts.get(server) ?? context.requests
        rounds.push(await measureRound(server, scenario, { ...context, requests }))
      })
    }
  } finally {
    await contest.stop()
  }
  return contest.results()
}

/** @returns how many requests a round may have, to be done in the time that it has */
async function warmUp(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<number> {
  // Longer than a round, for the compilers of a slow one have to come to rest too.
  const report = await applyLoad(server, scenario, { ...context, seconds: context.seconds * 3 })
  const possible = (countAnswers(report) / report.seconds) * context.seconds
  return Math.round(Math.min(context.requests, Math.max(possible, context.connections)))
}

async function measureRound(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<Sample> {
  const before = await server.usage()
  const report = await applyLoad(server, scenario, context, patience)
  const after = await server.usage()
  const answers = countAnswers(report)
  if (answers === 0) throw new UnableError(`no answer in ${patience} seconds`)
  return { cpu: (after.cpu - before.cpu) / answers, rps: answers / report.seconds }
}
