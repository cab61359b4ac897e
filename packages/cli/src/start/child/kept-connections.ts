import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { closeSessions, closeUsedSessions } from './sessions.ts'

/**
 * How long a kept connection may stay idle, in milliseconds. A request that is on its way still gets a
 * response, which tells the client not to use the connection again.
 */
const GRACE = 500

interface Connection extends Socket {
  /** The response that Node is sending. */
  readonly _httpMessage?: ServerResponse | null
}

/** Node's list of the connections of an HTTP/1 server. */
interface ConnectionList {
  all(): readonly { readonly socket?: Connection | null }[]
  idle(): readonly { readonly socket?: Connection | null }[]
}

/**
 * Ends the kept connections of a server that is about to close, without losing a request. Node's
 * `server.close()` would drop idle connections at once, also those with a request on its way, and
 * keep the others alive after their responses.
 *
 * Applications of webapp do this for their own servers.
 */
export function endKeptConnections(server: Server): void {
  if (!('closeIdleConnections' in server)) return
  const http = server as HttpServer
  http.closeIdleConnections = () => undefined
  if (isOfWebapp(server)) return
  announceEnd(http)
  closeUsedSessions(server)
  let before = idleConnections(server)
  const sweep = () => {
    const idle = idleConnections(server)
    for (const connection of idle) if (before.includes(connection)) connection.destroy()
    before = idle
    closeSessions(server)
  }
  // Not in the timer itself: Node reads data that has arrived only after the timers.
  const timer = setInterval(() => setImmediate(sweep), GRACE).unref()
  server.once('close', () => clearInterval(timer))
}

/** webapp gives the servers of its applications a `close` of their own. */
function isOfWebapp(server: Server): boolean {
  return Object.hasOwn(server, 'close')
}

/** Makes the last response on each connection announce its end with `Connection: close`. */
function announceEnd(server: HttpServer): void {
  const last = new WeakMap<object, ServerResponse>()
  const announce = (connection: object, res: ServerResponse) => {
    if (res.headersSent || !res.shouldKeepAlive) return
    // The response before it in a pipeline may not end the connection.
    const before = last.get(connection)
    if (before?.headersSent === false) before.shouldKeepAlive = true
    res.shouldKeepAlive = false
    last.set(connection, res)
  }
  for (const connection of connectionsOf(server)) {
    if (connection._httpMessage) announce(connection, connection._httpMessage)
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.prependListener(event, (req: IncomingMessage, res: ServerResponse) => {
      if (req.httpVersionMajor === 1) announce(req.socket, res)
    })
  }
}

function connectionsOf(server: Server): Connection[] {
  return socketsOf(connectionList(server)?.all())
}

/** Connections without a request, also those of which no byte has arrived yet. */
function idleConnections(server: Server): Connection[] {
  const unused = connectionsOf(server).filter(({ bytesRead }) => bytesRead === 0)
  const idle = [...socketsOf(connectionList(server)?.idle()), ...unused]
  return idle.filter(({ _httpMessage: res }) => !res)
}

function socketsOf(parsers: ReturnType<ConnectionList['all']> = []): Connection[] {
  return parsers.flatMap(({ socket }) => (socket && !socket.destroyed ? socket : []))
}

/** The list is in a field without a documented name, and is found by its methods. */
function connectionList(server: Server): ConnectionList | undefined {
  const fields = server as unknown as Record<symbol, Partial<ConnectionList> | null | undefined>
  return Object.getOwnPropertySymbols(server)
    .map((field) => fields[field])
    .find((value): value is ConnectionList => {
      return typeof value?.all === 'function' && typeof value.idle === 'function'
    })
}
