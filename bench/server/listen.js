import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * @param {import('node:http').RequestListener} listener
 * @returns {Promise<import('node:http').Server>}
 */
export async function listenWith(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
