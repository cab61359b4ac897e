import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'

const REQUESTS = new Set(['request', 'checkContinue', 'checkExpectation'])
const UPGRADES = new Set(['upgrade', 'connect'])

/**
 * Answers what still comes in on the connections of a server with 503, and lets nobody else see it.
 * Returns what ends that.
 *
 * It stands before the server instead of in the application, where each request would ask for it.
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
  // HTTP/2 has no such header; it says goodbye for the whole session.
  const closing = req.httpVersionMajor < 2 ? { Connection: 'close' } : {}
  res.writeHead(503, { ...closing, ...HEADERS })
  res.end(BODY)
}

function refuseUpgrade(_req: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {}) // The client may have left.
  // Or it may not think of leaving: nobody waits for its half of the connection.
  socket.end(REFUSED_UPGRADE, () => socket.destroy())
}
