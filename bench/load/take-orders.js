import { loadHttp2 } from './http2.js'

/**
 * A load that fails, because its server has just ended, is a report like others: the other candidates
 * go on.
 *
 * @param {Error} error
 * @returns {import('./order.ts').LoadReport}
 */
export function describeFailure({ message }) {
  return { seconds: 0, errors: 1, statuses: {}, reason: message }
}

/**
 * Carries out the orders of the benchmark. HTTP/2 has a load of its own, because the others do not
 * know it.
 *
 * @param {(order: import('./order.ts').LoadOrder) => Promise<import('./order.ts').LoadReport>} run
 */
export function takeOrders(run) {
  process.on('message', async (/** @type {import('./order.ts').LoadOrder} */ order) => {
    const load = order.protocol === 'http2' ? loadHttp2 : run
    process.send?.(await load(order).catch(describeFailure))
  })
  process.on('disconnect', () => process.exit())
}
