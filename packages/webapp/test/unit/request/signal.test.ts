import { once } from 'node:events'
import { connect, constants, createServer, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { signal } from '../../../src/request/signal.ts'
import { createGate } from '../../fixtures/gate.ts'

describe('req.signal over HTTP/2', () => {
  const ends: (() => void)[] = []

  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  /** A request that has arrived, and the stream of its client. */
  async function ask(answer: (res: Http2ServerResponse, req: Signalled) => void) {
    const arrival = createGate()
    let arrived: Signalled | undefined
    const server = createServer((req, res) => {
      // As an application does with the requests of its server.
      Object.defineProperties(req, Object.getOwnPropertyDescriptors(signal))
      arrived = Object.assign(req, { res }) as unknown as Signalled
      arrival.open()
      answer(res, arrived)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    ends.push(
      () => client.destroy(),
      () => server.close(),
    )
    const stream = client.request({ ':path': '/' })
    await arrival.opened
    return { client, stream, req: arrived as unknown as Signalled }
  }

  it('aborts when the client ends the stream', async () => {
    const { stream, req } = await ask(() => {})
    const { signal } = req
    stream.close()
    await once(signal, 'abort')
    expect(signal.reason).toMatchObject({ name: 'AbortError', type: 'request.aborted' })
  })

  it('aborts when the client ends the session in the middle of the answer', async () => {
    const { client, stream, req } = await ask((res) => res.write('the beginning'))
    await once(stream, 'data')
    const aborted = once(req.signal, 'abort')
    client.destroy()
    await aborted
  })

  it('aborts when the answer was given, but the client did not take it', async () => {
    const { stream, req } = await ask((res) => res.end('x'.repeat(5_000_000)))
    const aborted = once(req.signal, 'abort')
    await once(stream, 'data')
    stream.close(constants.NGHTTP2_CANCEL)
    await aborted
  })

  it('does not abort after a normal answer', async () => {
    const over = createGate()
    const { client, stream, req } = await ask((res, { signal }) => {
      expect(signal.aborted).toBe(false)
      res.on('close', over.open)
      res.end('answer')
    })
    expect(await text(stream)).toBe('answer')
    await over.opened
    client.destroy()
    await once(client, 'close')
    expect(req.signal.aborted).toBe(false)
  })

  it('can be read when all is over', async () => {
    const over = createGate()
    const seen: boolean[] = []
    const { stream } = await ask((res, req) => {
      res.on('close', () => {
        seen.push(req.signal.aborted)
        over.open()
      })
    })
    stream.close()
    await over.opened
    expect(seen).toEqual([true])
  })
})

interface Signalled {
  readonly signal: AbortSignal
}
