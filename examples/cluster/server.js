import { shutdown } from 'webapp'
import { createService } from './application.js'

// One process of the service, alone or as a worker of cluster.js.
const app = createService()
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
server.headersTimeout = 10_000 // for all headers of a request
server.requestTimeout = 30_000 // for the whole request, with its body
server.keepAliveTimeout = 75_000 // longer than the proxy keeps idle connections (60 s)

shutdown(app, { timeout: 10_000, log: false })
