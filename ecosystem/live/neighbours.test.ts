import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createServer as createVite } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

// The built package, as users have it; the packages of this folder bring their own types or none.
const load = createRequire(import.meta.url)
const webapp = load('webapp') as typeof import('webapp').default
const { acceptUpgrades, upgrade } = load('webapp/ws') as typeof import('webapp/ws')

function createApp() {
  const app = webapp()
  app.get(
    '/rooms/:room',
    upgrade((socket, req) => {
      socket.on('message', (data) => socket.send(`${req.params.room} ${data}`))
    }),
  )
  return app
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

async function talk(port: number): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/rooms/blue`)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const answer = once(socket, 'message')
  socket.send('hi')
  return String((await answer)[0])
}

it('works beside socket.io on the same server', async () => {
  const { Server: SocketServer } = load('socket.io')
  const { io } = load('socket.io-client')
  const app = createApp()
  const server = createServer(app)
  const hub = new SocketServer(server)
  // socket.io wraps the listeners for requests, so the application has to be named.
  acceptUpgrades(server, app)
  hub.on('connection', (socket: { on(name: string, listener: unknown): void }) => {
    socket.on('ask', (text: string, answer: (text: string) => void) => answer(`io ${text}`))
  })
  const port = await listen(server)
  // The transport is a WebSocket from the start, so its handshake is an upgrade.
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] })
  onTestFinished(() => {
    client.close()
    hub.close()
  })
  expect(await client.emitWithAck('ask', 'hi')).toBe('io hi')
  expect(await talk(port)).toBe('blue hi')
  // socket.io ends sockets that nobody has answered after a second; ours has its answer by then.
  expect(await client.emitWithAck('ask', 'again')).toBe('io again')
  expect(await talk(port)).toBe('blue hi')
})

it('works beside the hot reload of vite on the same server', async () => {
  const app = createApp()
  const server = createServer(app)
  const vite = await createVite({
    configFile: false,
    root: fileURLToPath(new URL('../fixtures/site', import.meta.url)),
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server }, ws: undefined },
  })
  onTestFinished(() => vite.close())
  app.use(vite.middlewares)
  const port = await listen(server)
  const { webSocketToken } = vite.config as unknown as { webSocketToken: string }
  const hot = new WebSocket(`ws://127.0.0.1:${port}/?token=${webSocketToken}`, 'vite-hmr')
  onTestFinished(() => hot.terminate())
  const [first] = await once(hot, 'message')
  expect(JSON.parse(String(first))).toEqual({ type: 'connected' })
  expect(await talk(port)).toBe('blue hi')
  const next = once(hot, 'message')
  vite.ws.send({ type: 'custom', event: 'still-there' })
  expect(JSON.parse(String((await next)[0]))).toMatchObject({ event: 'still-there' })
})
