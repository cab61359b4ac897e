import http from 'node:http'
import https from 'node:https'
import { takeOrders } from './take-orders.js'

/**
 * @param {import('./order.ts').LoadOrder} order
 * @returns {Promise<import('./order.ts').LoadReport>}
 */
async function run({ origin, protocol, request, amount, connections, seconds }) {
  const { Agent, request: send } = protocol === 'https' ? https : http
  const options = { keepAlive: true, maxSockets: connections, rejectUnauthorized: false }
  const agent = new Agent(options)
  /** @type {Record<string, number>} */
  const statuses = {}
  let errors = 0
  let left = amount
  const begin = performance.now()
  const isDone = () => left <= 0 || performance.now() - begin > seconds * 1000

  async function goOn() {
    while (!isDone()) {
      left--
      const status = await askOnce(send, origin, request, agent).catch(() => undefined)
      if (status === undefined) errors++
      else statuses[status] = (statuses[status] ?? 0) + 1
    }
  }

  await Promise.all(Array.from({ length: connections }, goOn))
  agent.destroy()
  return { seconds: (performance.now() - begin) / 1000, errors, statuses }
}

/**
 * @param {typeof http.request} send
 * @param {string} origin
 * @param {import('../scenario.ts').LoadRequest} request
 * @param {http.Agent} agent
 * @returns {Promise<number>} the status of the answer
 */
function askOnce(send, origin, { path, method, headers, body }, agent) {
  return new Promise((resolve, reject) => {
    const outgoing = send(origin + path, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

takeOrders(run)
