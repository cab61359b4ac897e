import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

// http-proxy-middleware takes upgrades by a listener of its own and reads the connection later, when
// its backend has accepted. A client that leaves must be noticed on both sides of the proxy.

const load = createRequire(import.meta.url)
const { createProxyMiddleware } = load('http-proxy-middleware') as {
  createProxyMiddleware(
    options: object,
  ): RequestListener & { upgrade: (...args: unknown[]) => void }
}

interface App extends RequestListener {
  use(handler: RequestListener): void
}

type Leave = (client: WebSocket) => void

const leavings: Record<string, Leave> = {
  'says goodbye': (client) => client.close(),
  'ends its connection': (client) => connectionOf(client).end(),
  'destroys its connection': (client) => client.terminate(),
  'resets its connection': (client) => connectionOf(client).resetAndDestroy(),
}

function connectionOf(client: WebSocket): Socket {
  return (client as unknown as { _socket: Socket })._socket
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  return (server.address() as AddressInfo).port
}

async function startBackend(): Promise<{ port: number; sockets: WebSocketServer }> {
  const server = createServer((_req, res) => res.end('backend'))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(`echo ${data}`))
  })
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })
  return { port: await listen(server), sockets }
}

describe.each(['express5', 'express4', 'webapp/v5', 'webapp/v4', 'webapp/v3'])(
  'http-proxy-middleware in front of a WebSocket server [%s]',
  (library) => {
    const create = load(library) as () => App

    async function talk(subscribes: 'by the program' | 'with the first request', leave: Leave) {
      const backend = await startBackend()
      const app = create()
      const target = `http://127.0.0.1:${backend.port}`
      const isOwn = subscribes === 'with the first request'
      const proxy = createProxyMiddleware({ target, ws: isOwn, changeOrigin: true })
      app.use(proxy)
      const server = createServer(app)
      if (!isOwn) server.on('upgrade', proxy.upgrade)
      const port = await listen(server)
      if (isOwn) expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('backend')
      const client = new WebSocket(`ws://127.0.0.1:${port}/`)
      client.on('error', () => {})
      const greeted = once(backend.sockets, 'connection')
      await once(client, 'open')
      const [socket] = await greeted
      const gone = once(socket, 'close')
      const answer = once(client, 'message')
      client.send('hi')
      expect(String((await answer)[0])).toBe('echo hi')
      const closed = once(client, 'close')
      leave(client)
      await Promise.all([closed, gone])
      await endIdle(server)
    }

    it.each(Object.entries(leavings))('notices that a client %s', async (_how, leave) => {
      await talk('by the program', leave)
      await talk('with the first request', leave)
    })

    it('notices that a client leaves before the backend has accepted', async () => {
      const backend = createServer()
      const asked = once(backend, 'upgrade')
      const app = create()
      const target = `http://127.0.0.1:${await listen(backend)}`
      const proxy = createProxyMiddleware({ target })
      app.use(proxy)
      const server = createServer(app)
      server.on('upgrade', proxy.upgrade)
      const client = connect(await listen(server), '127.0.0.1')
      const lines = ['GET / HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade']
      client.write(`${lines.join('\r\n')}\r\n\r\n`)
      const [, accepted] = await asked
      client.destroy()
      accepted.write('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
      accepted.on('error', () => {})
      await once(accepted.resume(), 'end')
      accepted.end()
      await endIdle(server)
      backend.close()
    })
  },
)

/** Waits for `server.close()`, which calls back when no connection is left. */
async function endIdle(server: Server): Promise<void> {
  server.close()
  server.closeIdleConnections()
  await once(server, 'close')
}
