import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Answer, exchange, type RequestOptions } from '../../../../support/exchange.ts'

type Next = (error?: unknown) => void
type Middleware = (req: never, res: ServerResponse, next: Next) => unknown

/** What middleware of 3.x writes on a request. */
export interface SeenRequest extends IncomingMessage {
  body?: unknown
  files?: unknown
  user?: unknown
  [name: string]: unknown
}

const servers: Server[] = []

/** A plain server with a chain of middleware, as connect runs it; errors are answered as JSON. */
export async function serve(...chain: Middleware[]): Promise<Chain> {
  const server = createServer((req, res) => run(chain, req, res)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A TCP server that listens has one.
  return {
    port,
    request: (path = '/', options) => exchange(port, path, options),
    requestChunked: (options) => exchangeChunked(port, options),
  }
}

export interface Chain {
  readonly port: number
  request(path?: string, options?: RequestOptions): Promise<Answer>
  /** The status for a body that does not declare its length; 0 when the connection was cut. */
  requestChunked(options: RequestOptions): Promise<number>
}

/** Closes the servers of each test, and keeps the notices of old middleware off the screen. */
export function setUpServers(): void {
  const ignore = () => {}
  beforeAll(() => {
    process.on('deprecation' as never, ignore as never)
  })
  afterAll(() => {
    process.off('deprecation', ignore)
  })
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  })
}

/** Ends with what a function tells of the request, as JSON. */
export function tell(describe: (req: SeenRequest, res: ServerResponse) => unknown): Middleware {
  return (req: SeenRequest, res) => {
    res.end(JSON.stringify(describe(req, res)))
  }
}

function exchangeChunked(port: number, options: RequestOptions): Promise<number> {
  const { method = 'POST', headers = {}, body } = options
  return new Promise((resolve) => {
    const target = { host: '127.0.0.1', port, method, headers, agent: false }
    const outgoing = openRequest(target, (incoming) => {
      incoming.resume()
      resolve(incoming.statusCode ?? 0)
    })
    outgoing.on('error', () => resolve(0))
    outgoing.write(body)
    outgoing.end()
  })
}

function run(chain: readonly Middleware[], req: IncomingMessage, res: ServerResponse): void {
  const rest = [...chain]
  const next: Next = (error) => {
    const wanted = error ? 4 : 3
    let middleware = rest.shift()
    while (middleware !== undefined && (middleware.length === 4) !== (wanted === 4)) {
      middleware = rest.shift()
    }
    if (middleware === undefined) answerLast(error, res)
    else if (error) (middleware as (...args: unknown[]) => void)(error, req, res, next)
    else middleware(req as never, res, next)
  }
  next()
}

function answerLast(error: unknown, res: ServerResponse): void {
  const { status, message, type, code } = (error ?? { status: 404 }) as Record<string, unknown>
  res.statusCode = typeof status === 'number' ? status : 500
  res.end(JSON.stringify({ status, message, type, code }))
}
