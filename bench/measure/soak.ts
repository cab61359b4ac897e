import type { Figures } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { applyLoad } from './apply-load.ts'
import type { Context, Measurer } from './context.ts'
import { onFreshServer } from './fresh-server.ts'
import { inRounds } from './rounds.ts'

const portions = 10

/** Memory after many requests, with garbage collected before each look at it. */
export const measureSoak: Measurer = (scenario, candidates, context) =>
  soakInRounds(scenario, candidates, { ...context, rounds: 1 })

const soakInRounds = inRounds((entry, context) =>
  onFreshServer({ ...entry, flags: ['--expose-gc'] }, context, (server) =>
    soak(server, entry.scenario, context),
  ),
)

/** Growth is counted from the end of the first portion, when all is compiled and warm. */
async function soak(server: ServerProcess, scenario: Scenario, context: Context): Promise<Figures> {
  const requests = Math.ceil(context.soak / portions)
  let first: number | undefined
  let last = await server.usage()
  for (let portion = 1; portion <= portions; portion++) {
    context.progress(`part ${portion} of ${portions}`)
    await applyLoad(server, scenario, context, { requests, seconds: 600 })
    last = await server.usage()
    first ??= last.heapUsed
  }
  return {
    growth: last.heapUsed / (first ?? Number.NaN),
    rss: last.rss / 2 ** 20,
    heap: last.heapUsed / 2 ** 20,
  }
}
