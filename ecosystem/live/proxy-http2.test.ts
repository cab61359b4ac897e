import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'

// Packages that forward requests to an HTTP/1 server were written for HTTP/1 requests. Behind webapp
// they forward HTTP/2 requests alike: upstream and client see what Express by HTTP/1 lets them see.

const load = createRequire(import.meta.url)

interface App extends RequestListener {
  use(handler: Handler): void
}

type Handler = (req: IncomingMessage, res: never, next: (error?: unknown) => void) => void

/** A handler that forwards to a port of this machine. */
const proxies: Record<string, (port: number) => Handler> = {
  'http-proxy-middleware': (port) =>
    load('http-proxy-middleware').createProxyMiddleware({ target: origin(port) }),
  'http-proxy': (port) => {
    const proxy = load('http-proxy').createProxyServer({ target: origin(port), xfwd: true })
    return (req, res, next) => proxy.web(req, res, {}, next)
  },
  'express-http-proxy': (port) => load('express-http-proxy')(`127.0.0.1:${port}`),
  'express-http-proxy with streams': (port) => {
    const options = { parseReqBody: false, stream: true, preserveHostHdr: true }
    return load('express-http-proxy')(`127.0.0.1:${port}`, options)
  },
  'fast-proxy, of the kind of @fastify/reply-from': (port) => {
    const { proxy, close } = load('fast-proxy')({ base: origin(port) })
    onTestFinished(close)
    return (req, res) => proxy(req, res, req.url, {})
  },
  'http2-proxy': (port) => {
    const { web } = load('http2-proxy')
    return (req, res, next) =>
      web(req, res, { hostname: '127.0.0.1', port }, (error: unknown) => error && next(error))
  },
  'http.request': (port) => (req, res: never, next) => {
    const { method, url: path, headers } = req
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers })
    forwarded.on('error', next)
    forwarded.on('response', (answer) => {
      const client = res as NodeJS.WritableStream & { writeHead(...args: unknown[]): void }
      client.writeHead(answer.statusCode, answer.statusMessage, answer.headers)
      answer.pipe(client)
    })
    req.pipe(forwarded)
  },
  fetch: (port) => async (req, res: never, next) => {
    try {
      const { method = '', url } = req
      // Node's fetch frames the body by itself, and refuses to be told how.
      const { 'transfer-encoding': _coding, ...headers } = req.headers as Record<string, string>
      const body = /^(GET|HEAD)$/.test(method) ? undefined : req
      const options = { method, headers, body, duplex: 'half' } as unknown as RequestInit
      const answer = await fetch(`${origin(port)}${url}`, options)
      const client = res as { set(headers: object): void; statusCode: number; end(b: Buffer): void }
      client.statusCode = answer.status
      client.set(Object.fromEntries(answer.headers))
      client.end(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      next(error)
    }
  },
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'

const exchanges: Record<string, Asked> = {
  'a query and cookies': { method: 'GET', path: '/a?b=1', headers: { cookie: 'a=1; b=2' } },
  'a HEAD request': { method: 'HEAD', path: '/' },
  'an error of the upstream server': { method: 'GET', path: '/missing' },
  'a body with a length': {
    method: 'POST',
    path: '/form',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '3' },
    body: 'a=1',
  },
  'a body without a length': { method: 'POST', path: '/text', body: 'text' },
  'a PUT without a length': { method: 'PUT', path: '/text', body: smuggled },
  'a GET with a body': { method: 'GET', path: '/text', body: smuggled },
  'a DELETE with a body': { method: 'DELETE', path: '/text', body: smuggled },
}

/** What one side saw. */
interface Seen {
  readonly status: number
  readonly headers: unknown[]
  readonly body: string
}

describe.each([
  ['express5', 'webapp/v5'],
  ['express4', 'webapp/v4'],
  ['express3', 'webapp/v3'],
])('a proxy on %s and on %s by HTTP/2', (original, ours) => {
  // Express 3 itself fails on Node 24 and newer.
  const isRunnable = original !== 'express3' || Number.parseInt(process.versions.node, 10) < 24

  describe.skipIf(!isRunnable).each(Object.keys(proxies))('%s', (proxy) => {
    it.each(Object.entries(exchanges))('forwards %s', async (_name, asked) => {
      const expected = await forward(original, proxy, asked, askByHttp1)
      expect(await forward(ours, proxy, asked, askByHttp1)).toEqual(expected)
      expect(await forward(ours, proxy, asked, askByHttp2)).toEqual(expected)
    })
  })
})

type Ask = (app: App, asked: Asked) => Promise<Seen>

/** Sends a request through a proxy, and returns what the upstream server and the client saw. */
async function forward(library: string, proxy: string, asked: Asked, ask: Ask) {
  const upstream: object[] = []
  const server = createServer(async (req, res) => {
    const { method, url } = req
    upstream.push({ method, url, headers: listHeaders(req.headers), body: await textOf(req) })
    res.statusCode = url === '/missing' ? 404 : 200
    // Headers of this connection, which must not reach a client by HTTP/2.
    res.writeHead(res.statusCode, {
      Connection: 'keep-alive',
      'Keep-Alive': 'timeout=5',
      'Transfer-Encoding': 'chunked',
      'Set-Cookie': ['a=1', 'b=2'],
    })
    res.end(`${method} ${url}`)
  })
  // The reason of a refused request goes into the comparison: no request may become two.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    upstream.push({ refused: error.code })
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  const port = await listen(server)
  const app = load(library)() as App
  app.use((proxies[proxy] as (port: number) => Handler)(port))
  const answer = await ask(app, asked)
  return { upstream, answer }
}

async function askByHttp1(app: App, { method, path, headers, body }: Asked): Promise<Seen> {
  const port = await listen(createServer(app))
  const framing = body === undefined || headers?.['content-length'] ? {} : chunked
  const options = { host: '127.0.0.1', port, method, path, agent: false }
  const asked = request({ ...options, headers: { host: 'example.test', ...headers, ...framing } })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  asked.end(body)
  const [answer] = await answered
  return {
    status: answer.statusCode ?? 0,
    headers: listHeaders(answer.headers),
    body: await textOf(answer),
  }
}

const chunked = { 'transfer-encoding': 'chunked' }

async function askByHttp2(app: App, { method, path, headers, body }: Asked): Promise<Seen> {
  const port = await listen(createHttp2Server(app as never) as unknown as Server)
  const session = connect(origin(port))
  onTestFinished(() => session.destroy())
  const stream = session.request(
    { ':authority': 'example.test', ':method': method, ':path': path, ...headers },
    { endStream: body === undefined },
  )
  const answered = once(stream, 'response') as Promise<[IncomingHttpHeaders & object]>
  if (body !== undefined) stream.end(body)
  const [{ ':status': status, ...answer }] = await answered
  return { status: Number(status), headers: listHeaders(answer), body: await textOf(stream) }
}

/** Headers that do not belong to one connection, and do not change with time or library. */
function listHeaders(headers: IncomingHttpHeaders): unknown[] {
  return Object.entries(headers)
    .filter(([name]) => !uncompared.has(name))
    .sort()
}

const uncompared = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'forwarded',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-forwarded-port',
  'x-powered-by',
])

async function textOf(stream: Readable): Promise<string> {
  return (await buffer(stream)).toString()
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function origin(port: number): string {
  return `http://127.0.0.1:${port}`
}
