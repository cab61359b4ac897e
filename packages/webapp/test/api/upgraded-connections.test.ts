import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { hasClosed } from '../support/has-closed.ts'
import { originalFor } from '../support/originals.ts'
import { get } from '../support/smuggled.ts'
import { listen, type Start, starts } from '../support/starts.ts'

// A listener of `upgrade` or `connect` gets the connection from Node. From then on the connection
// ends as every connection of Node does, whatever the listener does with it.

type Take = (socket: Socket, head: Buffer) => void

/** What listeners do with a connection. */
const takers: Record<string, Take> = {
  'echoes by a pipe': (socket, head) => {
    socket.write(head)
    socket.pipe(socket)
  },
  'reads by data events': (socket, head) => {
    socket.write(head)
    socket.on('data', (chunk) => socket.write(chunk))
    socket.on('end', () => socket.end())
  },
  'reads by readable events': (socket, head) => {
    socket.write(head)
    socket.on('readable', () => {
      const chunk = socket.read()
      if (chunk !== null) socket.write(chunk)
    })
    socket.on('end', () => socket.end())
  },
  'reads by an iterator': async (socket, head) => {
    socket.write(head)
    try {
      for await (const chunk of socket) socket.write(chunk)
    } catch {
      // The client reset the connection.
    }
    socket.end() // Newer versions of Node do not destroy the connection at the end of a loop.
  },
  'connects it to another server': (socket, head) => {
    const backend = createServer((other) => other.pipe(other).on('error', () => {}))
    backend.listen(0, '127.0.0.1', () => {
      const { port } = backend.address() as AddressInfo
      const other = connect(port, '127.0.0.1', () => {
        backend.close()
        other.write(head)
        socket.pipe(other).pipe(socket)
      })
      other.on('error', () => socket.destroy())
      socket.on('close', () => other.destroy())
      other.on('close', () => socket.destroy())
    })
  },
  'reads after a pause': (socket, head) => {
    socket.pause()
    socket.write(head)
    setImmediate(() => socket.pipe(socket))
  },
}

/** How a client leaves a connection that it has upgraded, or the program its side of it. */
type Leave = (client: Socket, socket: Socket) => void

const leavings: Record<string, Leave> = {
  'ends its side': (client) => client.end(),
  'ends its side with bytes': (client) => client.end('bye'),
  'destroys the connection': (client) => client.destroy(),
  'resets the connection': (client) => client.resetAndDestroy(),
  'leaves after the program': (_client, socket) => socket.end('bye'),
  'is sent away': (_client, socket) => socket.destroy(),
}

/** What the client sends up to the head of the upgrade, and bytes behind it. */
const beginnings: Record<string, readonly string[]> = {
  'its first request': ['<upgrade>'],
  'its first request, with bytes behind it': ['<upgrade>early'],
  'its third request': ['<get>', '<get>', '<upgrade>'],
  'its third request, with bytes behind it': ['<get>', '<get>', '<upgrade>early'],
  'a request behind another': ['<get>', '<get><upgrade>early'],
}

const heads = {
  upgrade: get('/up', 'Upgrade: chat\r\nConnection: Upgrade\r\n'),
  connect: 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
}

async function converse(
  server: Server,
  event: keyof typeof heads,
  take: Take,
  writes: readonly string[],
  leave: Leave,
): Promise<string> {
  const taken = new Promise<Socket>((resolve) => {
    server.on(event, (_req, socket: Socket, head: Buffer) => {
      socket.on('error', () => {}) // Of a client that resets the connection.
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n',
      )
      take(socket, head)
      resolve(socket)
    })
  })
  if (!server.listening) await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const end = hasClosed(client)
  let text = ''
  client.setEncoding('latin1').on('error', () => {})
  client.on('data', (chunk) => {
    text += chunk
  })
  let got = 0
  for (const part of writes) {
    client.write(part.replace('<get>', get('/')).replace('<upgrade>', heads[event]))
    if (part.startsWith('<get>')) got++
    await expect.poll(() => text.split('hello').length - 1).toBe(got)
  }
  const socket = await taken
  const gone = new Promise<void>((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })
  client.write('ping')
  await expect.poll(() => text).toMatch(/ping$/)
  leave(client, socket)
  // All three are events: a connection that leaks makes the test wait for ever.
  await Promise.all([end, gone, new Promise((resolve) => server.close(resolve))])
  return text.replaceAll(/^(Date: ).*$/gm, '$1')
}

function createApp(factory: () => Express): Express {
  const app = factory().disable('x-powered-by').disable('etag')
  app.get('/', (_req, res) => void res.send('hello'))
  return app
}

describeDialects('A connection that the program takes over', ['5.x', '4.x', '3.x'], (t) => {
  const ours = factories[t.dialect] as unknown as () => Express
  const original = originalFor(t.dialect) as unknown as () => Express

  describe.each(['upgrade', 'connect'] as const)('by a listener of %s', (event) => {
    it.each(Object.entries(takers))('ends as on Express if it %s', async (_does, take) => {
      const compared = Object.entries(leavings).flatMap(([leaving, leave]) =>
        Object.entries(beginnings).map(async ([beginning, writes]) => {
          const outcomeOf = (factory: () => Express, start: Start) =>
            converse(start(createApp(factory)), event, take, writes, leave)
          const expected = await outcomeOf(original, listen)
          for (const [name, start] of Object.entries(starts)) {
            const title = `${leaving}, ${beginning}, ${name}`
            expect([title, await outcomeOf(ours, start)]).toEqual([title, expected])
          }
        }),
      )
      await Promise.all(compared)
    })
  })

  it.each(Object.entries(starts))('ends with its WebSocket client, %s', async (_name, start) => {
    const server = start(createApp(ours))
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (req, socket, head) => {
      sockets.handleUpgrade(req, socket, head, (each) => {
        each.on('message', (data) => each.send(`echo ${data}`))
      })
    })
    if (!server.listening) await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const leave of ['close', 'terminate'] as const) {
      const client = new WebSocket(`ws://127.0.0.1:${port}`)
      await once(client, 'open')
      const [taken] = sockets.clients
      const gone = taken && once(taken, 'close')
      client.send('hi')
      const [data] = await once(client, 'message')
      expect(String(data)).toBe('echo hi')
      client[leave]()
      await gone
    }
    await new Promise((resolve) => server.close(resolve))
  })
})
