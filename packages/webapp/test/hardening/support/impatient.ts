import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site } from './site.ts'

/** The same application on a server that does not wait for long; `GET /impatient` tells its port. */
export function listenImpatiently({ app }: Site): void {
  const times = { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 50 }
  const server = createServer(times, app as RequestListener).listen(0, '127.0.0.1')
  app.get('/impatient', (_req, res) => void res.json((server.address() as AddressInfo).port))
}
