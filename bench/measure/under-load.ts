import type { Figures } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, UnableError } from '../server-process.ts'
import { applyLoad, countAnswers } from './apply-load.ts'
import type { Context } from './context.ts'
import { type Entry, startFreshServer } from './fresh-server.ts'
import { inTurns } from './rounds.ts'

/** Seconds after which a turn is ended in any case, and counts as far as it came. */
const patience = 60

/**
 * Processor time of the server and requests per second. One process is faster than another of the
 * same program for all its life, by what its compiler and its memory came to: no process counts
 * for more than one round.
 */
export const measureUnderLoad = inTurns(async (entry, context) => {
  const { server, perSecond } = await startWarmServer(entry, context)
  const possible = Math.min(context.requests, perSecond * context.seconds)
  const requests = Math.round(Math.max(possible, context.connections))
  return {
    measure: () => {
      context.progress('measuring')
      return measureTurn(server, entry.scenario, { ...context, requests })
    },
    close: () => server.stop(),
  }
})

/** A new process that has responded as expected, and as often as the warm-up says. */
export async function startWarmServer(
  entry: Entry,
  context: Context,
): Promise<{ server: ServerProcess; perSecond: number }> {
  const server = await startFreshServer(entry, context)
  try {
    context.progress('warming up')
    return { server, perSecond: await warmUp(server, entry.scenario, context) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * The compilers have to come to rest: behind 20,000 requests they are still at work, and new connections
 * make them begin again, for they run through code that the first ones ran through once.
 */
const PARTS = 2

/** Seconds of one part, at most. */
const PART_SECONDS = 1

/** On a busy machine, a warm-up takes its time, but not for ever. */
const MOST_PARTS = 10

/** @returns how many requests per second the server handled at last */
async function warmUp(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<number> {
  const part = { requests: Math.ceil(context.warmUp / PARTS), seconds: PART_SECONDS }
  const before = await server.usage()
  let [answers, seconds, perSecond] = [0, 0, 0]
  const isEnough = () => answers >= context.warmUp || seconds >= context.warmUpSeconds
  for (let at = 0; at < PARTS || (!isEnough() && at < MOST_PARTS); at++) {
    const report = await applyLoad(server, scenario, context, part)
    const count = countAnswers(report)
    answers += count
    perSecond = count / report.seconds
    // Of the processor: on a busy machine the server has little of each second.
    seconds = ((await server.usage()).cpu - before.cpu) / 1e6
  }
  return perSecond
}

async function measureTurn(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<Figures> {
  const before = await server.usage()
  const report = await applyLoad(server, scenario, context, { ...context, patience })
  const after = await server.usage()
  const answers = countAnswers(report)
  if (answers === 0) throw new UnableError(`no answer in ${patience} seconds`)
  return { cpu: (after.cpu - before.cpu) / answers, rps: answers / report.seconds }
}
