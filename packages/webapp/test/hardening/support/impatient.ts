import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site } from './site.ts'

const times = { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 50 }

/**
 * The same application on a server that does not wait for long; `GET /impatient` tells its port.
 * It waits as a server of Node does after `POST /impatient/wait`, until `POST /impatient/hurry`.
 */
export function listenImpatiently({ app }: Site): void {
  const server = createServer(times, app as RequestListener).listen(0, '127.0.0.1')
  app.get('/impatient', (_req, res) => void res.json((server.address() as AddressInfo).port))
  app.post('/impatient/wait', (_req, res) => {
    Object.assign(server, { headersTimeout: 60_000, requestTimeout: 300_000 })
    res.end()
  })
  app.post('/impatient/hurry', (_req, res) => {
    Object.assign(server, times)
    res.end()
  })
}
