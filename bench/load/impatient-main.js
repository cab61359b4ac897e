import { openClient, toBytes } from './client.js'
import { sendImpatiently } from './impatient.js'
import { percentile } from './open-loop.js'

// A process that sends one load after the other, and a probe of the health route beside each.

/**
 * @typedef {object} Order
 * @property {string} origin
 * @property {number} seconds
 * @property {number} [rate] without one, a few connections send as fast as they get responses
 * @property {number} [patience]
 */

/** Probes for each second: often enough to see the slowest, too few to be a load. */
const PROBES = 10
const LEAD_IN = 2
const CONNECTIONS = 4

/**
 * How many requests for each second a server can carry that refuses none.
 *
 * @param {Order} order
 */
async function findCapacity({ origin, seconds }) {
  const bytes = toBytes(origin, { method: 'GET', path: '/' })
  let [responses, begin] = [0, 0]
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => openClient(origin)))
  for (const client of clients) {
    client.onAnswer = () => {
      responses++
      client.ask(bytes)
    }
    client.ask(bytes)
  }
  const wait = (/** @type {number} */ time) =>
    new Promise((resolve) => setTimeout(resolve, time * 1000))
  await wait(LEAD_IN)
  begin = performance.now()
  responses = 0
  await wait(seconds)
  const capacity = (responses * 1000) / (performance.now() - begin)
  for (const client of clients) client.close()
  return capacity
}

/** @param {Required<Order>} order */
async function sendLoad({ origin, rate, seconds, patience }) {
  const get = (/** @type {string} */ path) => toBytes(origin, { method: 'GET', path })
  const [load, probe] = await Promise.all([
    sendImpatiently({ origin, bytes: get('/'), rate, seconds, patience, leadIn: LEAD_IN }),
    sendImpatiently({
      ...{ origin, bytes: get('/health/live'), rate: PROBES, seconds, patience: 60_000 },
      ...{ leadIn: LEAD_IN, seed: 2 },
    }),
  ])
  const { useful, refused, sent, left, failed } = load
  return {
    sent,
    left,
    failed,
    useful: useful.length / seconds,
    refused: refused.length / seconds,
    p50: percentile(useful, 0.5),
    p99: percentile(useful, 0.99),
    refusal: percentile(refused, 0.99),
    probes: probe.useful.length,
    probesRefused: probe.refused.length,
    probe: Math.max(0, ...probe.useful, ...probe.refused),
  }
}

process.on('message', async (/** @type {Order} */ order) => {
  const isBounded = order.rate !== undefined
  process.send?.(await (isBounded ? sendLoad(/** @type {any} */ (order)) : findCapacity(order)))
})
process.on('disconnect', () => process.exit())
