import { createServer } from 'node:http'
import { shutdown } from 'webapp'
import { createApp } from './app.ts'
import { builtClient } from './built-client.ts'
import { listen } from './listen.ts'

const app = createApp(builtClient())

listen(createServer(app))

// Stops accepting connections at SIGTERM and Ctrl-C, and waits for requests in flight.
shutdown(app)
