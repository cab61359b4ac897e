import type { FoundCandidate } from '../discover.ts'
import { OpenLoad } from '../load.ts'
import type { Figures } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, UnableError } from '../server-process.ts'
import { quantile } from '../statistics.ts'
import { applyLoad, countAnswers, requireStatus } from './apply-load.ts'
import type { Context, Measurer } from './context.ts'
import { inTurns } from './rounds.ts'
import { startWarmServer } from './under-load.ts'

/** More connections than a server under a bearable load has requests. */
const CONNECTIONS = 256

/** Loads of a turn's length from which bare Node's capacity is taken. */
const CAPACITY_TURNS = 3

/**
 * Latency at a rate that is a share of bare Node's capacity, which is measured first, in the same
 * run. Every candidate gets the same rate, however fast it is.
 */
export const measureLatency: Measurer = async (scenario, candidates, context) => {
  const node = candidates.find(({ name }) => name === 'node')
  if (node === undefined) throw new RangeError(`${scenario.name} needs the candidate node`)
  const rate = (await measureCapacity(node, scenario, context)) * (scenario.share ?? 1)
  const load = new OpenLoad()
  try {
    return await inTurns(async (entry, turn) => {
      const { server } = await startWarmServer(entry, turn)
      return {
        measure: () => {
          turn.progress(`${rate.toFixed(0)} requests per second`)
          return measureTurn(server, scenario, { load, rate, seconds: turn.seconds })
        },
        close: () => server.stop(),
      }
    })(scenario, candidates, context)
  } finally {
    load.stop()
  }
}

/** How many requests per second bare Node handles if it is always busy. */
async function measureCapacity(
  candidate: FoundCandidate,
  scenario: Scenario,
  context: Context,
): Promise<number> {
  const entry = { candidate, scenario, plan: scenario.plan() }
  const { server } = await startWarmServer(entry, context)
  try {
    const rates: number[] = []
    for (let turn = 0; turn < CAPACITY_TURNS; turn++) {
      const report = await applyLoad(server, scenario, context, context)
      rates.push(countAnswers(report) / report.seconds)
    }
    return quantile(rates, 0.5)
  } finally {
    await server.stop()
  }
}

async function measureTurn(
  { origin }: ServerProcess,
  { request, answer }: Scenario,
  { load, ...order }: { load: OpenLoad; rate: number; seconds: number },
): Promise<Figures> {
  const report = await load.run({ origin, request, connections: CONNECTIONS, ...order })
  requireStatus(report, answer.status)
  const { p50, p99, p999, lag } = report
  if (countAnswers(report) === 0) throw new UnableError('no answer')
  return { p50, p99, p999, lag }
}
