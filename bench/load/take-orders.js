import { loadHttp2 } from './http2.js'

/**
 * Carries out the orders of the benchmark. HTTP/2 has a load of its own, because the others do not
 * know it.
 *
 * @param {(order: import('./order.ts').LoadOrder) => Promise<import('./order.ts').LoadReport>} run
 */
export function takeOrders(run) {
  process.on('message', async (/** @type {import('./order.ts').LoadOrder} */ order) => {
    process.send?.(await (order.protocol === 'http2' ? loadHttp2 : run)(order))
  })
  process.on('disconnect', () => process.exit())
}
