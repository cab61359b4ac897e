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
  let wasIdle = true
  return {
    measure: async () => {
      // After the warm-ups of the others, the first turn of a process cost a multiple of the next one.
      if (wasIdle) await applyLoad(server, entry.scenario, context, { ...context, requests })
      wasIdle = false
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

/** A warm-up consists of loads of one second, because new connections make the compilers begin again. */
const PART_SECONDS = 1

/** On a busy machine a warm-up takes its time, but not for ever. */
const MOST_PARTS = 24

/** @returns how many requests per second the server handled at last */
async function warmUp(
  server: ServerProcess,
  scenario: Scenario,
  context: Context,
): Promise<number> {
  const part = { requests: Math.ceil(context.warmUp / 2), seconds: PART_SECONDS }
  const parts: WarmUpPart[] = []
  let perSecond = 0
  let { cpu } = await server.usage()
  while (!isWarm(parts, context) && parts.length < MOST_PARTS) {
    const report = await applyLoad(server, scenario, context, part)
    const requests = countAnswers(report)
    perSecond = requests / report.seconds
    const before = cpu
    cpu = (await server.usage()).cpu
    parts.push({ requests, cpu: cpu - before })
  }
  return perSecond
}

/** What a server did in one part of its warm-up: requests, and microseconds of the processor. */
interface WarmUpPart {
  readonly requests: number
  readonly cpu: number
}

/** A part that is cheaper than the one before by this shows that the compilers are still at work. */
const STEADY = 0.97

/**
 * Whether a server has had its requests, and these do not become cheaper any more. The limit counts
 * the processor's time: on a busy machine, the server has little of each second.
 */
export function isWarm(
  parts: readonly WarmUpPart[],
  { warmUp: wanted, warmUpSeconds }: Pick<Context, 'warmUp' | 'warmUpSeconds'>,
): boolean {
  const [previous, last] = parts.slice(-2)
  if (previous === undefined || last === undefined) return false
  const sum = (name: keyof WarmUpPart) => parts.reduce((total, part) => total + part[name], 0)
  if (sum('cpu') >= warmUpSeconds * 1e6) return true
  const isSteady = last.cpu / last.requests >= (previous.cpu / previous.requests) * STEADY
  return sum('requests') >= wanted && isSteady
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
