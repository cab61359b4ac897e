import { openClient, toBytes } from './client.js'
import { takeOrders } from './take-orders.js'

/** In milliseconds: servers close connections that were idle for five seconds. */
const MAX_IDLE = 3000

/**
 * The open connections of each server. A server that is measured by turns keeps its connections, so
 * a short turn does not consist of new ones.
 *
 * @type {Map<string, Set<import('./client.js').Client>>}
 */
const open = new Map()

/**
 * @param {import('./order.ts').LoadOrder} order
 * @returns {Promise<import('./order.ts').LoadReport>}
 */
async function run({ origin, request, amount, connections, seconds }) {
  const clients = await openClients(origin, connections).catch(() => [])
  const bytes = toBytes(origin, request)
  /** @type {Record<string, number>} */
  const statuses = {}
  let errors = clients.length === 0 ? 1 : 0
  let left = Math.max(amount, connections)
  const begin = performance.now()

  /** @param {import('./client.js').Client} client */
  function goOn(client) {
    return new Promise((resolve) => {
      client.onAnswer = (status) => {
        if (status === undefined) errors++
        else statuses[status] = (statuses[status] ?? 0) + 1
        if (status === undefined || left <= 0) resolve(undefined)
        else if (performance.now() - begin > seconds * 1000) resolve(undefined)
        else askNext()
      }
      const askNext = () => {
        left--
        client.ask(bytes)
      }
      askNext()
    })
  }

  await Promise.all(clients.map(goOn))
  return { seconds: (performance.now() - begin) / 1000, errors, statuses }
}

/**
 * @param {string} origin
 * @param {number} count
 */
async function openClients(origin, count) {
  const clients = open.get(origin) ?? new Set()
  open.set(origin, clients)
  for (const client of clients) {
    if (performance.now() - client.lastAnswer > MAX_IDLE) client.close()
  }
  const missing = Array.from({ length: count - clients.size }, () => openClient(origin))
  for (const client of await Promise.all(missing)) {
    clients.add(client)
    client.onClose = () => {
      clients.delete(client)
      if (clients.size === 0) open.delete(origin)
    }
  }
  return [...clients].slice(0, count)
}

takeOrders(run)
