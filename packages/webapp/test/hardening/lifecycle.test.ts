import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { describeHosts } from './support/hosts.ts'
import { connectTo, whenClosed } from './support/sockets.ts'

const clients = process.env.HARDENING_FULL ? 100 : 30
const site = new URL('./lifecycle.site.ts', import.meta.url)

describeHosts('Life cycle', { site }, (t) => {
  describe('L1 graceful shutdown', () => {
    it(`finishes ${clients} requests, drops ${clients} idle clients and answers late ones`, async () => {
      const port = (await t.request('/other')).json() as number
      const inFlight = await Promise.all(each(() => ask(port, '/slow')))
      const idle = await Promise.all(each(() => keep(port)))
      const late = await Promise.all(each(() => keep(port)))
      await expect.poll(async () => (await t.request('/other/waiting')).json()).toBe(clients)
      expect((await t.request('/other/close')).json()).toBe(true)
      for (const { socket } of late) socket.write(head('/'))
      expect((await t.request('/other/closed')).json()).toEqual({ forced: 0 })
      await Promise.all([...inFlight, ...idle, ...late].map(({ closed }) => closed))
      for (const { seen } of inFlight) {
        expect(seen()).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*slow$/)
      }
      expect(new Set(idle.map(({ seen }) => seen()))).toEqual(new Set(['']))
      for (const { seen } of late) {
        expect(seen()).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*quick$/)
      }
      await expect(connectTo(port)).rejects.toThrow('ECONNREFUSED')
    })
  })

  describe('L3 abort signal', () => {
    it(`tells ${clients} handlers that their clients have left; what they write then is dropped`, async () => {
      const before = (await t.request('/departures')).json() as number
      const asked = await Promise.all(each(() => ask(t.port, '/work')))
      await Promise.all(asked.map(({ socket }) => once(socket, 'data')))
      for (const { socket } of asked) socket.destroy()
      await expect.poll(async () => (await t.request('/departures')).json()).toBe(before + clients)
    })
  })

  describe('L10 HTTP/2', () => {
    it.each(['/', '/json', '/fail', '/missing'])('%s is answered as by HTTP/1', async (path) => {
      const plain = await t.request(path)
      const session = await connectByHttp2()
      const stream = session.request({ ':path': path })
      const [headers] = await once(stream, 'response')
      const body = await text(stream)
      session.close()
      expect([headers[':status'], body]).toEqual([plain.status, plain.text])
    })

    it('survives streams and sessions that end in the middle', async () => {
      const session = await connectByHttp2()
      for (const stream of each(() => session.request({ ':path': '/stream' }))) {
        stream.on('error', () => {})
        await once(stream, 'data')
        stream.close(8)
      }
      const last = session.request({ ':path': '/stream' })
      last.on('error', () => {})
      await once(last, 'data')
      session.destroy()
    })

    async function connectByHttp2(): Promise<ClientHttp2Session> {
      const port = (await t.request('/http2')).json() as number
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      session.on('error', () => {})
      await once(session, 'connect')
      return session
    }
  })
})

function each<T>(make: () => T): T[] {
  return Array.from({ length: clients }, make)
}

interface Asked {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  /** What came back, since the last answer of a kept connection. */
  seen(): string
}

async function ask(port: number, path: string): Promise<Asked> {
  const socket = await connectTo(port)
  let seen = ''
  socket.on('data', (chunk: Buffer) => {
    seen += chunk.toString('latin1')
  })
  socket.write(head(path))
  return { socket, closed: whenClosed(socket), seen: () => seen }
}

/** A connection that is kept after an answer. */
async function keep(port: number): Promise<Asked> {
  const asked = await ask(port, '/')
  await once(asked.socket, 'data')
  const before = asked.seen().length
  return { ...asked, seen: () => asked.seen().slice(before) }
}

function head(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
}
