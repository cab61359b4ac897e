import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'

const REQUESTS = new Set(['request', 'checkContinue', 'checkExpectation'])
const UPGRADES = new Set(['upgrade', 'connect'])

/**
 * Responds with 503 to requests that still arrive on open connections, without calling listeners.
 * Returns a function that ends this.
 *
 * It replaces `server.emit`: a check in the application would cost every request.
 */
export function refuseLateRequests(server: Server): () => void {
  const own = Object.getOwnPropertyDescriptor(server, 'emit')
  const { emit } = server
  const refuse = function (this: Server, event: string, ...args: unknown[]): boolean {
    if (REQUESTS.has(event)) refuseRequest(...(args as [IncomingMessage, ServerResponse]))
    else if (UPGRADES.has(event)) refuseUpgrade(...(args as [IncomingMessage, Duplex]))
    else return Reflect.apply(emit, this, [event, ...args])
    return true
  }
  Object.defineProperty(server, 'emit', { configurable: true, writable: true, value: refuse })
  return () => {
    if (server.emit !== (refuse as unknown)) return
    if (own === undefined) Reflect.deleteProperty(server, 'emit')
    else Object.defineProperty(server, 'emit', own)
  }
}

const BODY = 'Service Unavailable'
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Length': Buffer.byteLength(BODY),
}

const REFUSED_UPGRADE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

function refuseRequest(req: IncomingMessage, res: ServerResponse): void {
  // HTTP/2 has no such header: a GOAWAY frame closes the session.
  const closing = req.httpVersionMajor < 2 ? { Connection: 'close' } : {}
  res.writeHead(503, { ...closing, ...HEADERS })
  res.end(BODY)
}

function refuseUpgrade(_req: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {}) // The client may have left.
  // Do not wait for the client to close its half of the connection.
  socket.end(REFUSED_UPGRADE, () => socket.destroy())
}
