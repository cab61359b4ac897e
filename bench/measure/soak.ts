import type { Sample } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { applyLoad } from './apply-load.ts'
import { Contest } from './contest.ts'
import type { Context, Measurer } from './context.ts'

const portions = 10

/** Memory after many requests, with garbage collected before each look at it. */
export const measureSoak: Measurer = async (scenario, candidates, context) => {
  const contest = new Contest(scenario)
  try {
    await contest.start(candidates, ['--expose-gc'])
    await contest.each(0, async ({ candidate, server, rounds }) => {
      const progress = (text: string) =>
        context.progress(`${scenario.name}: ${candidate.name}, ${text}`)
      rounds.push(await soak(server, scenario, { ...context, progress }))
    })
  } finally {
    await contest.stop()
  }
  return contest.results()
}

/** Growth is counted from the end of the first portion, when all is compiled and warm. */
async function soak(server: ServerProcess, scenario: Scenario, context: Context): Promise<Sample> {
  const requests = Math.ceil(context.soak / portions)
  let first: number | undefined
  let last = await server.usage()
  for (let portion = 1; portion <= portions; portion++) {
    context.progress(`part ${portion} of ${portions}`)
    await applyLoad(server, scenario, { ...context, requests, seconds: 600 })
    last = await server.usage()
    first ??= last.heapUsed
  }
  return {
    growth: last.heapUsed / (first ?? Number.NaN),
    rss: last.rss / 2 ** 20,
    heap: last.heapUsed / 2 ** 20,
  }
}
