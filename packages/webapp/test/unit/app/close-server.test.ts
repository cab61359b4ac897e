import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type ClientHttp2Stream, connect, createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { closeServer } from '../../../src/app/close-server.ts'
import { noteSessions } from '../../../src/app/sessions.ts'
import { createGate, type Gate } from '../../fixtures/gate.ts'

describe('closeServer of an HTTP/2 server', () => {
  it('says goodbye to its sessions, and lets their streams finish', async () => {
    const { server, client, stream, answer } = await askSlowly()
    const goodbye = once(client, 'goaway')
    const closing = closeServer(server, Number.POSITIVE_INFINITY)
    await goodbye
    answer.open()
    expect(await text(stream)).toBe('slow')
    expect(await closing).toBe(0)
  })

  it('ends sessions without streams', async () => {
    const { server, client, stream, answer } = await askSlowly()
    answer.open()
    await text(stream)
    const closed = once(client, 'close')
    expect(await closeServer(server, Number.POSITIVE_INFINITY)).toBe(0)
    await closed
  })

  it('cuts off what takes longer than the timeout', async () => {
    const { server, client, stream } = await askSlowly()
    client.on('error', () => {}) // Cut off.
    stream.on('error', () => {})
    const closed = once(client, 'close')
    expect(await closeServer(server, 1)).toBe(1)
    await closed
  })
})

interface Asked {
  readonly server: Http2Server
  readonly client: ReturnType<typeof connect>
  readonly stream: ClientHttp2Stream
  readonly answer: Gate
}

/** A request that has arrived, and is answered when the gate is opened. */
async function askSlowly(): Promise<Asked> {
  const [arrival, answer] = [createGate(), createGate()]
  const server = createServer((req, res) => {
    noteSessions(server, req as unknown as IncomingMessage)
    arrival.open()
    answer.opened.then(() => res.end('slow'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stream = client.request({ ':path': '/' })
  await arrival.opened
  return { server, client, stream, answer }
}
