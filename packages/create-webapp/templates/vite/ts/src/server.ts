import { createServer } from 'node:http'
import { shutdown } from 'webapp'
import { createApp } from './app.js'
import { builtClient } from './built-client.js'
import { listen } from './listen.js'

const app = createApp(builtClient())

listen(createServer(app))

// Stops accepting connections at SIGTERM and Ctrl-C, and waits for requests in flight.
shutdown(app)
