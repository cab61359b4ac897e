import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectionsOf } from '../../node/index.ts'
import { setImmediate } from '../../runtime/timers.ts'

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
  const endings = connectionsOf(server).announceEnd()
  const emitLate = function (this: Server, event: string, ...args: unknown[]): boolean {
    if (UPGRADES.has(event)) return refuseUpgrade(args[1] as Duplex | Http2ServerResponse)
    if (REQUESTS.has(event) && !endings.admit(...(args as [IncomingMessage, ServerResponse])))
      return true
    return Reflect.apply(emit, this, [event, ...args])
  }
  Object.defineProperty(server, 'emit', { configurable: true, writable: true, value: emitLate })
  return () => {
    if (server.emit !== (emitLate as unknown)) return
    if (own === undefined) Reflect.deleteProperty(server, 'emit')
    else Object.defineProperty(server, 'emit', own)
  }
}

const REFUSED_UPGRADE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** An upgraded connection would be cut off at the timeout, so the client must connect elsewhere. */
function refuseUpgrade(socket: Duplex | Http2ServerResponse): true {
  if ('stream' in socket) {
    // A CONNECT by HTTP/2 has a response. The client leaves its side of the stream open. Node 22 does
    // not send the head of the response if the stream closes in the same turn.
    socket.statusCode = 503
    socket.end(() => setImmediate(() => socket.stream.close()))
    return true
  }
  socket.on('error', () => {}) // The client may have left.
  // Do not wait for the client to close its half of the connection.
  socket.end(REFUSED_UPGRADE, () => socket.destroy())
  return true
}
