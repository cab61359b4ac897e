import { createServer } from 'node:http2'
import { setTimeout as wait } from 'node:timers/promises'
import { shutdown } from 'webapp'
import { createService } from './application.js'

// One process of the service, alone or as a worker: webapp start server.js
const { PORT = '3000', HOST = '127.0.0.1', HTTP2_PORT, LINGER = '0' } = process.env

const app = createService()
// HTTP/2 without TLS, for a proxy that speaks it to the service.
if (HTTP2_PORT) createServer(app).listen(Number(HTTP2_PORT), HOST)
const server = app.listen(Number(PORT), HOST)
server.headersTimeout = 10_000 // to receive all headers of a request
server.requestTimeout = 30_000 // to receive the whole request with its body
server.keepAliveTimeout = 75_000 // longer than the idle timeout of the proxy (60 s)

shutdown(app, {
  before: () => wait(Number(LINGER)), // until the load balancer sends requests elsewhere
  timeout: 10_000,
  log: false,
})
