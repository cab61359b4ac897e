import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:http2'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { app } from './application.js'

const certificate = new URL('localhost-for-tests-only/certificate.pem', import.meta.url)

/** @param {import('node:http2').Http2Server | import('node:http2').Http2SecureServer} server */
const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port

describe.each([
  ['without TLS', async () => createServer(app).listen(0, '127.0.0.1'), 'http'],
  ['with TLS', startExample, 'https'],
])('the example %s', (_how, start, protocol) => {
  /** @type {import('node:http2').Http2Server | import('node:http2').Http2SecureServer} */
  let server
  /** @type {import('node:http2').ClientHttp2Session} */
  let session

  beforeAll(async () => {
    server = await start()
    if (!server.listening) await once(server, 'listening')
    const options = { ca: readFileSync(certificate), servername: 'localhost' }
    session = connect(`${protocol}://127.0.0.1:${portOf(server)}`, options)
  })

  afterAll(() => {
    session.close()
    server.close()
  })

  /**
   * @param {import('node:http2').OutgoingHttpHeaders} headers
   * @param {string} [body]
   */
  function ask(headers, body) {
    const stream = session.request(headers, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    return text(stream)
  }

  it('greets', async () => {
    const greeting = `Hello by HTTP/2.0, ${protocol}://example.org\n`
    expect(await ask({ ':path': '/', ':authority': 'example.org' })).toBe(greeting)
  })

  it('reads a body', async () => {
    const headers = { ':path': '/echo', ':method': 'POST', 'content-type': 'application/json' }
    expect(await ask(headers, '{"a":1}')).toBe('{"a":1}')
  })

  it('streams', async () => {
    expect(await ask({ ':path': '/ticks' })).toBe('tick 1\ntick 2\ntick 3\n')
  })
})

async function startExample() {
  process.env.PORT = '0'
  const { server } = await import('./server.js')
  return server
}
