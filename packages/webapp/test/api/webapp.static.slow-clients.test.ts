import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sleep } from '../../../../tools/sleep.ts'
import { describeDialects } from '../support/dialects.ts'

const MEGABYTE = 1024 * 1024
const SIZE = 8 * MEGABYTE

describeDialects('webapp.static for clients who take their time', ['5.x', '3.x'], (t) => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webapp-'))
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(SIZE, 'x'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('holds little memory for each, and lends it to others when they left', async () => {
    t.app.use(t.webapp.static(folder))
    const server = t.app.listen(0, '127.0.0.1') as Server
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const before = process.memoryUsage().arrayBuffers
    const clients = Array.from({ length: 150 }, () => ask(port))
    await Promise.all(clients.map((client) => once(client, 'readable')))
    await sleep(300)
    // Large pieces for all of them would be 150 megabytes.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80 * MEGABYTE)
    for (const client of clients) client.destroy()
    for (let count = 0; count < 3; count++) {
      let length = 0
      for await (const chunk of ask(port)) length += chunk.length
      expect(length).toBeGreaterThan(SIZE)
    }
    server.close()
  })
})

/** A client that asks for the large file; what comes waits to be read. */
function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  return socket
}
