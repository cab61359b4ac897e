import { once } from 'node:events'
import { type ClientHttp2Stream, connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createGate, type Gate } from '../fixtures/gate.ts'
import { factories } from '../support/dialects.ts'
import { hasClosed } from '../support/has-closed.ts'

type Dialect = keyof typeof factories

/** Newer versions of Node keep the sessions of a server, and end them when the server is closed. */
const endsSessions = Object.getOwnPropertySymbols(createServer()).some(
  ({ description }) => description === 'sessions',
)

describe.each(Object.keys(factories) as Dialect[])('app.close over HTTP/2 [%s]', (dialect) => {
  it('says goodbye to its sessions, and lets their streams finish', async () => {
    const { app, client, stream, answer } = await askSlowly(dialect)
    const goodbye = once(client, 'goaway')
    const closing = app.close({ timeout: Number.POSITIVE_INFINITY })
    await goodbye
    answer.open()
    expect(await text(stream)).toBe('slow')
    expect(await closing).toEqual({ forced: 0 })
  })

  it('ends sessions that were opened before the first request, and never had one', async () => {
    const app = factories[dialect as '5.x']()
    app.get('/', (_req, res) => res.end('quick'))
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const idle = connect(url)
    await Promise.all([once(idle, 'connect'), once(server, 'session')])
    const end = hasClosed(idle)
    expect(await app.close({ timeout: Number.POSITIVE_INFINITY })).toEqual({ forced: 0 })
    await end
  })

  it('handles a stream that is opened late unless Node refuses it, and says goodbye', async () => {
    const { app, client, stream, answer } = await askSlowly(dialect)
    answer.open()
    await text(stream)
    const goodbye = once(client, 'goaway')
    const closing = app.close({ timeout: Number.POSITIVE_INFINITY })
    const late = text(client.request({ ':path': '/' })).catch((error) => error.message)
    expect(await late).toBe(
      endsSessions ? 'Stream closed with error code NGHTTP2_REFUSED_STREAM' : 'slow',
    )
    await goodbye
    expect(await closing).toEqual({ forced: 0 })
  })

  it('ends sessions without streams', async () => {
    const { app, client, stream, answer } = await askSlowly(dialect)
    answer.open()
    await text(stream)
    const end = hasClosed(client)
    expect(await app.close({ timeout: Number.POSITIVE_INFINITY })).toEqual({ forced: 0 })
    await end
  })

  it('cuts off what takes longer than the timeout', async () => {
    const { app, client, stream } = await askSlowly(dialect)
    client.on('error', () => {}) // Cut off.
    stream.on('error', () => {})
    const end = hasClosed(client)
    expect(await app.close({ timeout: 1 })).toEqual({ forced: 1 })
    await end
  })
})

interface Asked {
  readonly app: ReturnType<(typeof factories)['5.x']>
  readonly client: ReturnType<typeof connect>
  readonly stream: ClientHttp2Stream
  readonly answer: Gate
}

/** A request that has arrived, and is answered when the gate is opened. */
async function askSlowly(dialect: Dialect): Promise<Asked> {
  const [arrival, answer] = [createGate(), createGate()]
  const app = factories[dialect as '5.x']()
  app.get('/', (_req, res) => {
    arrival.open()
    answer.opened.then(() => res.end('slow'))
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stream = client.request({ ':path': '/' })
  await arrival.opened
  return { app, client, stream, answer }
}
