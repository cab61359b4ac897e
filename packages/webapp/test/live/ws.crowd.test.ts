import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { upgrade } from '../../src/ws.ts'
import { collectGarbage, settle } from '../fixtures/garbage.ts'
import { describeDialects } from '../support/dialects.ts'
import { handshake } from './client.ts'

const CROWD = 1000

/** In milliseconds. A busy machine must read the answers of all before it has asked three times. */
const HEARTBEAT = 5000

/** How much a crowd that has left may leave behind: far less than one object for each socket. */
const MOST_LEFT = 1024 * 1024

describeDialects('thousands of idle sockets', ['5.x'], (t) => {
  it('keeps memory flat while crowds come, wait through heartbeats and leave', async () => {
    let open = 0
    t.app.get(
      '/',
      upgrade(
        (socket) => {
          open++
          socket.on('close', () => open--)
        },
        { heartbeat: HEARTBEAT },
      ),
    )
    const port = await t.port()
    const crowd = async () => {
      const clients: Socket[] = []
      for (let at = 0; at < CROWD; at += 100) {
        const some = await Promise.all(Array.from({ length: 100 }, () => join(port)))
        clients.push(...some)
      }
      await expect.poll(() => open).toBe(CROWD)
      // After a ping, every socket has been looked at.
      await once(clients[0] as Socket, 'data')
      for (const client of clients) client.destroy()
      await expect.poll(() => open).toBe(0)
    }
    await crowd() // The first one compiles the program.
    await crowd()
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    await crowd()
    const grown = () => process.memoryUsage().heapUsed - before
    expect(await settle(grown, MOST_LEFT)).toBeLessThan(MOST_LEFT)
  })
})

/** A client that answers pings. */
async function join(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(handshake('/'))
  await once(socket, 'data')
  socket.on('data', (bytes: Buffer) => {
    if (bytes[0] === 0x89) socket.write(Buffer.from('8a8000000000', 'hex'))
  })
  return socket
}
