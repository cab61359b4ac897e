import { createServer } from 'node:http'
import { createServer as createVite } from 'vite'
import { shutdown } from 'webapp'
import { createApp } from './app.ts'
import { listen } from './listen.ts'

const server = createServer()

// Vite translates client/ while pages load it, and updates them through a WebSocket of this server.
const vite = await createVite({
  configLoader: 'native',
  server: { middlewareMode: true, hmr: { server } },
})
const app = createApp(vite.middlewares)

server.on('request', app)
listen(server)
shutdown(app, { before: () => vite.close() })
