import { loadPackage } from '../server/load-package.js'
import { takeOrders } from './take-orders.js'

const autocannon = loadPackage('autocannon')

/**
 * @param {import('./order.ts').LoadOrder} order
 * @returns {Promise<import('./order.ts').LoadReport>}
 */
async function run({ origin, request, amount, connections, seconds }) {
  const running = autocannon({
    url: origin + request.path,
    method: request.method,
    headers: request.headers,
    body: request.body,
    connections,
    amount: Math.max(amount, connections),
    // It looks whether it is done only this often (in milliseconds).
    sampleInt: 10,
    timeout: 60,
  })
  const bound = setTimeout(() => running.stop(), seconds * 1000)
  const result = await running
  clearTimeout(bound)
  return {
    seconds: (result.finish - result.start) / 1000,
    errors: result.errors + result.timeouts,
    statuses: Object.fromEntries(
      Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count]),
    ),
  }
}

takeOrders(run)
