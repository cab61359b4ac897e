import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOf } from './events.ts'
import { type Outcome, RuntimeApi } from './runtime-api.ts'
import { startRuntime } from './start-runtime.ts'

// The handlers of the folder `functions` in the runtime interface client of AWS, which is the program that
// runs in the cloud, too. The other side is a server with the documented Runtime API.

const PRELUDE = 'application/vnd.awslambda.http-integration-response'

interface Streamed {
  readonly head: { statusCode: number; headers?: Record<string, string>; cookies?: string[] }
  readonly body: Buffer
}

/** Splits a streamed response: metadata, eight zero bytes, body. */
function split(bytes: Buffer): Streamed {
  const end = bytes.indexOf(Buffer.alloc(8))
  return { head: JSON.parse(bytes.toString('utf8', 0, end)), body: bytes.subarray(end + 8) }
}

async function readStreamed({ body }: Outcome): Promise<Streamed> {
  expect(body.headers).toMatchObject({
    'lambda-runtime-function-response-mode': 'streaming',
    'content-type': PRELUDE,
  })
  return split(await buffer(body))
}

function startFunction(handler: string, dialect: string) {
  const api = new RuntimeApi()
  let runtime: ChildProcess | undefined
  beforeAll(async () => {
    runtime = await startRuntime(await api.listen(), handler, dialect)
  })
  afterAll(async () => {
    if (runtime !== undefined && runtime.exitCode === null) {
      const ended = once(runtime, 'exit')
      runtime.kill()
      await ended
    }
    api.close()
  })
  return api
}

describe.each(['v5', 'v4', 'v3'])('a streaming function in the runtime of AWS [%s]', (dialect) => {
  const api = startFunction('streaming.handler', dialect)
  const ask = (path: string, method = 'GET') =>
    api.invoke(eventOf('a function URL', { path, method }))

  it('sends status, headers, cookies and body', async () => {
    const { head, body } = await readStreamed(await ask('/pets/7'))
    expect([head.statusCode, `${body}`]).toEqual([201, '203.0.113.7 7 test'])
    expect(head.cookies).toEqual(['a=1; Path=/', 'b=2; Path=/'])
    expect(head.headers).toMatchObject({ 'content-length': `${body.length}` })
  })

  it('sends the first byte before the handler ends', async () => {
    const gate = createServer().listen(0, '127.0.0.1')
    const arrived = once(gate, 'request')
    await once(gate, 'listening')
    const { port } = gate.address() as AddressInfo
    const event = eventOf('a function URL', { path: '/begin' }) as { headers: object }
    Object.assign(event.headers, { 'x-gate': `http://127.0.0.1:${port}/` })
    const { body } = await api.invoke(event)
    let received = Buffer.alloc(0)
    body.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
    })
    const [, hold] = await arrived
    await expect.poll(() => received.includes('first ')).toBe(true)
    expect(body.complete).toBe(false)
    hold.end()
    await once(body, 'end')
    const { head, body: whole } = split(received)
    expect([head.statusCode, `${whole}`]).toEqual([200, 'first second'])
    gate.close()
  })

  it('sends bytes, and responses without a body', async () => {
    expect((await readStreamed(await ask('/bytes'))).body).toEqual(Buffer.from([0, 1, 254, 255]))
    const empty = await readStreamed(await ask('/empty'))
    expect([empty.head.statusCode, empty.body.length]).toEqual([204, 0])
    const head = await readStreamed(await ask('/bytes', 'HEAD'))
    expect([head.head.statusCode, head.body.length]).toEqual([200, 0])
    expect((await readStreamed(await ask('/none'))).head.statusCode).toBe(404)
  })

  it('sends 16 MB with backpressure', async () => {
    const { body } = await readStreamed(await ask('/large'))
    expect(body.length).toBe(256 * 65_536)
  })

  it('reports a response that ends early in the trailers', async () => {
    const { body } = await ask('/cut')
    expect(`${split(await buffer(body)).body}`).toBe('first ')
    expect(trailersOf(body)).toMatchObject({ errorMessage: expect.stringContaining('GET /cut') })
  })

  it('goes on with the next event after a request without a response', async () => {
    const { body } = await ask('/gone')
    await buffer(body)
    expect(trailersOf(body)).toMatchObject({ errorMessage: expect.stringContaining('GET /gone') })
    expect((await readStreamed(await ask('/bytes'))).head.statusCode).toBe(200)
  })
})

function trailersOf(message: IncomingMessage): unknown {
  const text = message.trailers['lambda-runtime-function-error-body'] ?? ''
  return JSON.parse(Buffer.from(text, 'base64').toString() || 'null')
}

describe('a buffered function in the runtime of AWS', () => {
  const api = startFunction('buffered.handler', 'v5')

  it('sends a result', async () => {
    const { path, body } = await api.invoke(eventOf('an HTTP API', { path: '/pets/7' }))
    expect([path, await json(body)]).toEqual([
      'response',
      expect.objectContaining({
        statusCode: 201,
        cookies: ['a=1; Path=/', 'b=2; Path=/'],
        body: '203.0.113.7 7 test',
        isBase64Encoded: false,
      }),
    ])
  })

  it('sends bytes as base64', async () => {
    const { body } = await api.invoke(eventOf('a REST API', { path: '/bytes' }))
    expect(await json(body)).toMatchObject({ body: 'AAH+/w==', isBase64Encoded: true })
  })

  it('reports a request without a response as an error', async () => {
    const { path, body } = await api.invoke(eventOf('a REST API', { path: '/gone' }))
    expect([path, await json(body)]).toEqual([
      'error',
      expect.objectContaining({ errorMessage: expect.stringContaining('GET /gone') }),
    ])
  })
})
