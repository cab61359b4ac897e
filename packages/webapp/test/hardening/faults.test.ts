import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { mountSmall } from '../../../../tools/mount-small.ts'
import { createFolder } from '../fixtures/folder.ts'
import { lastRequest } from './support/bytes.ts'
import { describeHosts, type Hosted } from './support/hosts.ts'
import { connectTo, whenClosed } from './support/sockets.ts'

// `HARDENING_FULL=1` tries what takes minutes.
const isFull = Boolean(process.env.HARDENING_FULL)
const clients = isFull ? 2000 : 50
const patience = { timeout: 30_000 }
const floods = isFull ? 400 : 40

const site = new URL('./faults.site.ts', import.meta.url)
const small = mountSmall('64k')
afterAll(() => small?.release())

describeHosts('A handler that never answers', { site }, (t) => {
  it(`hears that ${clients} clients have left`, async () => {
    const before = await t.child.vitals()
    const sockets = await askSilent()
    await expect.poll(countWaiting, patience).toBe(clients)
    for (const socket of sockets) socket.destroy()
    await expect.poll(countWaiting, patience).toBe(0)
    await expect
      .poll(async () => (await t.child.vitals()).descriptors - before.descriptors, patience)
      .toBeLessThan(5)
  })

  it('does not keep the application from closing', async () => {
    const sockets = await askSilent()
    await expect.poll(countWaiting, patience).toBe(clients)
    const ended = sockets.map(whenClosed)
    expect((await t.request('/close', { method: 'POST' })).json()).toEqual({ forced: clients })
    await Promise.all(ended)
  })

  async function countWaiting(): Promise<unknown> {
    return (await t.request('/waiting')).json()
  }

  async function askSilent(): Promise<Socket[]> {
    const port = (await t.request('/silent')).json() as number
    return Promise.all(
      Array.from({ length: clients }, async () => {
        const socket = await connectTo(port)
        socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
        return socket
      }),
    )
  }
})

describeHosts(
  'A process near its limit of memory',
  { site, flags: ['--max-old-space-size=64'] },
  (t) => {
    const endless = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
    const chunkOf = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
    const chunk = chunkOf(0x80000)

    it(`refuses ${floods} bodies of 8 GB that say so`, async () => {
      const head = 'Content-Type: application/json\r\nContent-Length: 8000000000\r\n'
      const answers = await Promise.all(
        Array.from({ length: floods }, () => t.raw(lastRequest('/json', head, 'POST'))),
      )
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    })

    it(`refuses ${floods} bodies that do not end, or cuts them off`, async () => {
      const [told, ...answers] = await Promise.all([
        sendTooMuch(),
        ...Array.from({ length: floods }, flood),
      ])
      // Who still writes when its connection is cut may not see the answer.
      for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 413 |$)/)
      expect(told).toMatch(/^HTTP\/1\.1 413 /)
    })

    /** More than is taken, and then silence: such a client is told. */
    async function sendTooMuch(): Promise<string> {
      const socket = await connectTo(t.port)
      socket.write(lastRequest('/json', endless, 'POST') + chunkOf(0x20000))
      const [answer] = await once(socket, 'data')
      socket.destroy()
      return String(answer)
    }

    async function flood(): Promise<string> {
      const socket = await connectTo(t.port)
      let seen = ''
      socket.on('data', (bytes) => {
        seen += bytes
      })
      const closed = whenClosed(socket)
      socket.write(lastRequest('/json', endless, 'POST'))
      await pour(socket)
      await closed
      return seen
    }

    /** Four megabytes, or less when the server has had enough. */
    async function pour(socket: Socket): Promise<void> {
      for (let sent = 0; sent < 8 && socket.writable; sent++) {
        if (!socket.write(chunk)) await Promise.race([drained(socket), whenClosed(socket)])
      }
    }

    function drained(socket: Socket): Promise<unknown> {
      return new Promise((resolve) => socket.once('drain', resolve))
    }
  },
)

const refusal = { status: 500, message: expect.stringContaining('ENOSPC') }

describeHosts('A disk that is full', { site, folder: createFolder({}), dialects: ['3.x'] }, (t) => {
  it('takes uploads while there is room', async () => {
    expect((await upload(t, 100)).text).toBe('stored')
  })

  it('hands the error on, and leaves no half of a file', async () => {
    const before = readdirSync(t.folder)
    await t.request('/fill', { method: 'POST' })
    const { status, json } = await upload(t, 50_000)
    expect({ ...(json() as object), status }).toMatchObject(refusal)
    expect(readdirSync(t.folder)).toEqual(before)
  })
})

describe.skipIf(small === undefined)('On a real file system (needs the right to mount one)', () => {
  describeHosts(
    'A disk that is full',
    { site, folder: small?.folder ?? '', dialects: ['3.x'] },
    (t) => {
      it('loses no request and keeps no half of a file', async () => {
        for (let tried = 0; tried < 3; tried++) {
          const { status, json } = await upload(t, 200_000)
          expect({ ...(json() as object), status }).toMatchObject(refusal)
          expect(readdirSync(t.folder)).toEqual([])
        }
        expect((await upload(t, 1000)).text).toBe('stored')
      })
    },
  )
})

function upload(t: Hosted, size: number) {
  const part = 'Content-Disposition: form-data; name="a"; filename="b.txt"\r\n\r\n'
  const body = `--edge\r\n${part}${'x'.repeat(size)}\r\n--edge--\r\n`
  const headers = { 'Content-Type': 'multipart/form-data; boundary=edge' }
  return t.request('/upload', { method: 'POST', headers, body })
}
