import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Site } from './site.ts'

/** The same application by HTTP/2; `GET /http2` tells the port. */
export function listenByHttp2({ app }: Site): void {
  const server = createServer(app).listen(0, '127.0.0.1')
  app.get('/http2', (_req, res) => void res.json((server.address() as AddressInfo).port))
}
