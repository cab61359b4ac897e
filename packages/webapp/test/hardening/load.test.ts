import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeHosts, type Hosted } from './support/hosts.ts'
import { connectSlowly } from './support/slow-clients.ts'

// `HARDENING_FULL=1` tries what takes minutes.
const isFull = Boolean(process.env.HARDENING_FULL)
const bytes = isFull ? 1024 ** 3 : 96 * 1024 ** 2
const slowClients = isFull ? 5000 : 300
const patience = { timeout: 60_000 }
const soak = isFull ? 200_000 : 2000

const folder = createFolder({ 'large.bin': '', 'small.txt': 'small' })
truncateSync(join(folder, 'large.bin'), bytes) // A hole: it takes no room.
const site = new URL('./load.site.ts', import.meta.url)
const env = { HARDENING_BYTES: String(bytes) }

describeHosts('Load', { site, folder, env }, (t) => {
  describe('L4 backpressure', () => {
    it.each(['/pipe', '/pipeline', '/web', '/file', '/static/large.bin'])(
      '%s waits for a client that does not read',
      async (path) => {
        await t.request('/users/1')
        const before = await t.child.vitals()
        const socket = connect(t.port, '127.0.0.1')
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
        await once(socket, 'readable')
        await wait(300) // Long enough to buffer all of it, were it not held back.
        const during = await t.child.vitals()
        expect(during.rss - before.rss).toBeLessThan(50_000_000)
        let received = 0
        for await (const chunk of socket) received += (chunk as Buffer).length
        expect(received).toBeGreaterThan(bytes)
        expect((await t.child.vitals()).rss - before.rss).toBeLessThan(50_000_000)
      },
      isFull ? 600_000 : 60_000,
    )
  })

  describe('L5 slow headers', () => {
    it('the times that Node gives a server are kept', async () => {
      expect((await t.request('/timeouts')).json()).toMatchObject({
        headersTimeout: 60_000,
        requestTimeout: 300_000,
        keepAliveTimeout: 5000,
      })
    })

    it(
      `${slowClients} clients that send a byte now and then are closed, and others answered`,
      async () => {
        const port = (await t.request('/impatient')).json() as number
        const before = await t.child.vitals()
        const countNew = async () => (await t.child.vitals()).descriptors - before.descriptors
        await t.request('/impatient/wait', { method: 'POST' })
        const clients = connectSlowly({ port, count: slowClients, pause: 1000 })
        await expect.poll(countNew, patience).toBeGreaterThanOrEqual(slowClients)
        await askOthers(20)
        await t.request('/impatient/hurry', { method: 'POST' })
        const [farewells] = await Promise.all([clients, askOthers(200)])
        expect(farewells).toHaveLength(slowClients)
        // A byte that crosses the farewell may reset the connection before it is read.
        for (const said of farewells) expect(said).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
        expect(farewells.some(Boolean)).toBe(true)
        await expect.poll(countNew, patience).toBeLessThan(5)
        const after = await t.child.vitals()
        expect(after.heap - before.heap).toBeLessThan(5_000_000)
        expect(after.rss - before.rss).toBeLessThan(80_000_000)
      },
      isFull ? 300_000 : 60_000,
    )

    async function askOthers(times: number): Promise<void> {
      for (let asked = 0; asked < times; asked++) {
        expect((await t.request('/users/1')).status).toBe(200)
      }
    }
  })

  describe('L6 soak', () => {
    it(
      `${soak} mixed requests leave no memory, no descriptor and no warning behind`,
      async () => {
        await mix(t, soak / 2)
        const before = await t.child.vitals()
        await mix(t, soak)
        await expect
          .poll(async () => (await t.child.vitals()).descriptors - before.descriptors)
          .toBeLessThan(5)
        const after = await t.child.vitals()
        expect(after.heap - before.heap).toBeLessThan(4_000_000)
        expect(after.rss - before.rss).toBeLessThan(50_000_000)
      },
      isFull ? 3_600_000 : 60_000,
    )
  })
})

/** Requests of every kind, some of them broken, twenty at a time. */
async function mix(t: Hosted, count: number): Promise<void> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const json = { 'Content-Type': 'application/json' }
  const kinds: [number, () => Promise<{ status: number }>][] = [
    [200, () => t.request('/users/1?a=b&c[d]=e')],
    [200, () => t.request('/static/small.txt')],
    [206, () => t.request('/static/small.txt', { headers: { Range: 'bytes=0-1' } })],
    [200, () => t.request('/json', { method: 'POST', headers: json, body: '{"a":1}' })],
    [400, () => t.request('/json', { method: 'POST', headers: json, body: '{' })],
    [200, () => t.request('/form', { method: 'POST', headers: form, body: 'a=b&c=d' })],
    [302, () => t.request('/redirect')],
    [404, () => t.request('/nowhere')],
    [400, () => t.request('/users/%zz')],
    [503, () => t.request('/fail')],
  ]
  for (let done = 0; done < count; done += 20) {
    const asked = [...kinds, ...kinds].map(async ([status, ask]) => [status, (await ask()).status])
    for (const [expected, seen] of await Promise.all(asked)) expect(seen).toBe(expected)
  }
}
