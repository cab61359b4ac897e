import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Express, RequestHandler } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

// A handler that forwards `req.headers` to an HTTP/1 server works over HTTP/2 too.

/** What the upstream server received. */
interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** An HTTP/1 server that describes each request, and the requests that it parsed. */
async function startUpstream(
  respond: (res: ServerResponse, received: Received) => void = (res, received) =>
    res.end(JSON.stringify(received)),
): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const { method = '', url = '' } = req
    const headers = req.headers as Record<string, string>
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
    received.push(one)
    respond(res, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received }
}

type CopyHeaders = (res: ServerResponse, answer: IncomingMessage) => void

const writesHead: CopyHeaders = (res, answer) =>
  void res.writeHead(answer.statusCode ?? 0, answer.headers)

/** The usual proxy in a few lines. */
function forwardTo(port: number, copyHeaders: CopyHeaders = writesHead): RequestHandler {
  return (req, res, next) => {
    const { method, url: path, headers } = req
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers })
    forwarded.on('response', (answer) => {
      copyHeaders(res, answer)
      answer.pipe(res)
    })
    forwarded.on('error', next)
    req.pipe(forwarded)
  }
}

describeDialects('a proxy over HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as unknown as Express

  it('passes on the headers of a request', async () => {
    const upstream = await startUpstream()
    app().use(forwardTo(upstream.port))
    const link = await startHttp2(app())
    const headers = { ':authority': 'example.test', accept: 'text/plain', cookie: 'a=1; b=2' }
    const answer = await link.ask('/some/path?a=1', { headers })
    expect([answer.status, answer.reset]).toEqual([200, 0])
    const { connection: _connection, ...sent } = upstream.received[0]?.headers ?? {}
    expect(sent).toEqual({ host: 'example.test', accept: 'text/plain', cookie: 'a=1; b=2' })
    expect(JSON.parse(answer.text)).toMatchObject({ method: 'GET', url: '/some/path?a=1' })
  })

  it('passes on bodies with and without a length', async () => {
    const upstream = await startUpstream()
    app().use(forwardTo(upstream.port))
    const link = await startHttp2(app())
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'OPTIONS']) {
      for (const headers of [{ 'content-length': '4' }, {}]) {
        const { status, text } = await link.ask('/', { method, headers, body: 'body' })
        expect([method, status, JSON.parse(text).body]).toEqual([method, 200, 'body'])
      }
    }
  })

  // HTTP/2 needs neither Content-Length nor Transfer-Encoding. Node's client sends the body of a GET
  // without them, and the upstream server reads the body as the next request of its connection.
  it('frames every body, so that no body becomes a request of its own', async () => {
    const upstream = await startUpstream()
    // As method-override does, after the headers were read.
    app().use((req, _res, next) => {
      req.method = String(req.headers['x-method'] ?? req.method)
      next()
    })
    app().use(forwardTo(upstream.port))
    const link = await startHttp2(app())
    const body = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'SEARCH']) {
      for (const headers of [{}, { 'x-method': 'DELETE' }, { 'x-method': 'GET' }]) {
        const answer = await link.ask('/', { method, headers, body })
        expect([method, answer.status]).toEqual([method, 200])
      }
    }
    expect(upstream.received.map(({ url }) => url)).toEqual(Array(18).fill('/'))
    expect(new Set(upstream.received.map((one) => one.body))).toEqual(new Set([body]))
  })

  const copies: Record<string, CopyHeaders> = {
    'res.writeHead(status, headers)': writesHead,
    'res.writeHead(status, rawHeaders)': (res, { statusCode = 0, rawHeaders }) =>
      void res.writeHead(statusCode, rawHeaders),
    'res.setHeader(name, value)': (res, { headers }) => {
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value ?? '')
    },
    'res.set(headers)': (res, { headers }) =>
      void (res as unknown as { set(headers: object): void }).set(headers),
    'res.appendHeader(name, value)': (res, { headers }) => {
      for (const [name, value] of Object.entries(headers)) res.appendHeader(name, value ?? '')
    },
  }

  for (const [way, copy] of Object.entries(copies)) {
    it(`drops the headers of the upstream connection: ${way}`, async () => {
      const port = await startRawUpstream([
        'HTTP/1.1 200 Fine',
        'Connection: keep-alive',
        'Keep-Alive: timeout=5',
        'Proxy-Connection: keep-alive',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
        'TE: gzip',
        'Transfer-Encoding: chunked',
        'Set-Cookie: a=1',
        'Set-Cookie: b=2',
        'X-Kept: yes',
        '',
        '4\r\nbody\r\n0\r\n\r\n',
      ])
      app().use(forwardTo(port, copy))
      const { status, headers, text, reset } = await (await startHttp2(app())).ask('/')
      expect({ status, text, reset }).toEqual({ status: 200, text: 'body', reset: 0 })
      const { date: _date, 'x-powered-by': _product, ...kept } = headers
      expect(Object.entries(kept).sort()).toEqual([
        ['set-cookie', ['a=1', 'b=2']],
        ['x-kept', 'yes'],
      ])
    })
  }
})

describeDialects('req.headers over HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as unknown as Express

  /** What a handler finds in the headers of a request. */
  async function look<Result>(find: (headers: IncomingMessage['headers']) => Result) {
    let found: Result | undefined
    app().use((req, res) => {
      found = find(req.headers)
      res.end()
    })
    const headers = { ':authority': 'example.test', accept: 'a' }
    await (await startHttp2(app())).ask('/path?a=1', { method: 'POST', headers, body: 'body' })
    return found
  }

  it('has pseudo-headers that are read, but not listed', async () => {
    const names = [':method', ':path', ':scheme', ':authority']
    const values = ['POST', '/path?a=1', 'http', 'example.test']
    const found = await look((headers) => names.map((name) => name in headers && headers[name]))
    expect(found).toEqual(values)
  })

  it.each<[string, (headers: IncomingMessage['headers']) => unknown]>([
    ['Object.keys', Object.keys],
    ['a spread', (headers) => Reflect.ownKeys({ ...headers })],
    ['JSON', (headers) => Object.keys(JSON.parse(JSON.stringify(headers)))],
    ['for … in', listNames],
    ['new Headers', (headers) => [...new Headers({ ...headers } as never).keys()].reverse()],
  ])('lists the names that HTTP/1 has: %s', async (_way, list) => {
    const names = (await look(list)) as string[]
    expect(names.sort()).toEqual(['accept', 'host', 'transfer-encoding'])
  })

  it('keeps a replaced method out of the list', async () => {
    const seen: unknown[] = []
    app().use((req, res) => {
      req.method = 'DELETE'
      seen.push(req.headers[':method'], Object.keys(req.headers))
      res.end()
    })
    await (await startHttp2(app())).ask('/')
    expect(seen).toEqual(['DELETE', ['host']])
  })
})

function listNames(headers: object): string[] {
  const names: string[] = []
  for (const name in headers) names.push(name)
  return names
}

/** A server that sends these lines for each connection, whatever it is asked. */
async function startRawUpstream(lines: readonly string[]): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(lines.join('\r\n')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
