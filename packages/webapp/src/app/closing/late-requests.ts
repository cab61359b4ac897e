import type { IncomingMessage } from 'node:http'
import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Answer, httpConnections, lastResponse } from '../../node/server/connections.ts'

const REQUESTS = new Set(['request', 'checkContinue', 'checkExpectation'])
const UPGRADES = new Set(['upgrade', 'connect'])

/**
 * Makes the last response of each HTTP/1 connection announce the end of the connection, also the
 * responses to requests that arrive later. Refuses upgrades. Returns a function that ends this.
 *
 * It replaces `server.emit`: a check in the application would cost every request.
 */
export function announceClose(server: Server): () => void {
  const own = Object.getOwnPropertyDescriptor(server, 'emit')
  const { emit } = server
  const endings = new Endings()
  for (const connection of httpConnections(server)) {
    const res = lastResponse(connection)
    if (res !== undefined) endings.announce(connection, res)
  }
  const emitLate = function (this: Server, event: string, ...args: unknown[]): boolean {
    if (UPGRADES.has(event)) return refuseUpgrade(...(args as [IncomingMessage, Duplex]))
    if (REQUESTS.has(event) && !endings.admit(...(args as [IncomingMessage, Answer]))) return true
    return Reflect.apply(emit, this, [event, ...args])
  }
  Object.defineProperty(server, 'emit', { configurable: true, writable: true, value: emitLate })
  return () => {
    if (server.emit !== (emitLate as unknown)) return
    if (own === undefined) Reflect.deleteProperty(server, 'emit')
    else Object.defineProperty(server, 'emit', own)
  }
}

/** The responses that announce the end of their connections. */
class Endings {
  readonly #last = new WeakMap<object, Answer>()

  announce(connection: object, res: Answer): void {
    if (res.headersSent || !res.shouldKeepAlive) return
    res.shouldKeepAlive = false
    this.#last.set(connection, res)
  }

  /**
   * Makes the response to a late request the last one of its connection. Returns false if an earlier
   * response has announced the end: no further request may be processed (RFC 9112, section 9.6).
   */
  admit(req: IncomingMessage, res: Answer): boolean {
    // HTTP/2 has no such header: a GOAWAY frame closes the session.
    if (req.httpVersionMajor >= 2) return true
    const before = this.#last.get(req.socket)
    if (before?.headersSent && !before.shouldKeepAlive) return false
    if (before !== undefined && !before.headersSent) before.shouldKeepAlive = true
    this.announce(req.socket, res)
    return true
  }
}

const REFUSED_UPGRADE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** An upgraded connection would be cut off at the timeout, so the client must connect elsewhere. */
function refuseUpgrade(_req: IncomingMessage, socket: Duplex): true {
  socket.on('error', () => {}) // The client may have left.
  // Do not wait for the client to close its half of the connection.
  socket.end(REFUSED_UPGRADE, () => socket.destroy())
  return true
}
