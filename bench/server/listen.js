import { once } from 'node:events'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { certificate } from './certificate.js'

/**
 * @param {any} listener
 * @param {import('../scenario.ts').Protocol} [protocol]
 * @returns {Promise<any>}
 */
export async function listenWith(listener, protocol = 'http') {
  const server = createWith[protocol](listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** @type {Record<import('../scenario.ts').Protocol, (listener: any) => import('node:net').Server>} */
const createWith = {
  http: (listener) => createServer(listener),
  https: (listener) => createHttpsServer(certificate, listener),
  http2: (listener) => createSecureServer(certificate, listener),
}
