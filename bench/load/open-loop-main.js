import { openClient, toBytes } from './client.js'
import { OpenLoop, percentile, scheduleArrivals } from './open-loop.js'
import { describeFailure } from './take-orders.js'

/** Milliseconds at the beginning that do not count: new connections have a slow first response. */
const LEAD_IN = 250

/** Milliseconds that a server has behind the schedule to respond to what it was sent. */
const GRACE = 1000

const clock = () => performance.now()

/**
 * @param {import('./order.ts').OpenLoopOrder} order
 * @returns {Promise<import('./order.ts').OpenLoopReport>}
 */
async function run({ origin, request, rate, seconds, connections }) {
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(origin)))
  const schedule = scheduleArrivals({ rate, seconds: seconds + LEAD_IN / 1000 })
  const bytes = toBytes(origin, request)
  const end = clock() + seconds * 1000 + LEAD_IN + GRACE
  const loop = new OpenLoop({ schedule, clients, bytes, clock, leadIn: LEAD_IN })
  while (!loop.isDone && loop.errors === 0 && clock() < end) {
    loop.sendDue()
    // Not a timer, which is a millisecond late: this program needs a core of its own.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const unfinished = loop.giveUp()
  for (const client of clients) client.close()
  const { errors, statuses, latencies, lags } = loop
  const of = (/** @type {number} */ part) => percentile(latencies, part)
  const times = { p50: of(0.5), p99: of(0.99), p999: of(0.999), lag: percentile(lags, 0.99) }
  return { errors, statuses, unfinished, ...times }
}

process.on('message', async (/** @type {import('./order.ts').OpenLoopOrder} */ order) => {
  process.send?.(await run(order).catch(describeFailure))
})
process.on('disconnect', () => process.exit())
