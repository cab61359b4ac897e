import type { Sample } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, UnableError } from '../server-process.ts'
import { applyLoad, countAnswers } from './apply-load.ts'
import type { Context } from './context.ts'
import { startFreshServer } from './fresh-server.ts'
import { inSlices } from './rounds.ts'

/** Seconds after which a slice is ended in any case, and counts as far as it came. */
const patience = 60

/**
 * Processor time of the server and requests per second. One process is faster than another of the
 * same program for all its life, by what its compiler and its memory came to: no process counts
 * for more than one round.
 */
export const measureUnderLoad = inSlices(async (entry, context) => {
  const server = await startFreshServer(entry)
  try {
    context.progress('warming up')
    const requests = await warmUp(server, entry.scenario, context)
    return {
      takeSample: () => {
        context.progress('measuring')
        return measureSlice(server, entry.scenario, { ...context, requests })
      },
      close: () => server.stop(),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
})

/**
 * The compilers have to come to rest: behind 20,000 requests they are still at work, and new connections
 * make them begin again, for they run through code that the first ones ran through once.
 */
const PARTS = 3

/** @returns how many requests a slice may have, so that the round is done in the time that it has */
async function warmUp(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<number> {
  const { requests, seconds, connections, slices } = context
  const part = { ...context, requests: Math.ceil(context.warmUp / PARTS) }
  let possible = 0
  for (let at = 0; at < PARTS; at++) {
    const report = await applyLoad(server, scenario, part)
    possible = (countAnswers(report) / report.seconds) * seconds
  }
  return Math.round(Math.max(Math.min(requests, possible) / slices, connections))
}

async function measureSlice(
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
