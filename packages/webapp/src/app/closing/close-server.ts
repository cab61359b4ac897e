import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { clearTimeout, setImmediate, setTimeout } from '../../http/timers.ts'
import {
  allConnections,
  type Connection,
  currentResponse,
  httpConnections,
  isIdle,
  markLastResponse,
} from '../../node/server/connections.ts'
import { refuseLateRequests } from './late-requests.ts'
import { closeSessions } from './sessions.ts'

/** How long idle connections stay open, in ms: requests that are on their way get 503. */
const GRACE = 50

/** The longest delay of a Node timer. */
const LONGEST = 2 ** 31 - 1

const closings = new WeakMap<Server, Promise<number>>()

/** Whether a server listens or has connections. */
export function isOpen(server: Server): boolean {
  return server.listening || allConnections(server).length !== 0
}

/** Whether `closeServer` is under way. */
export function isBeingClosed(server: Server): boolean {
  return closings.has(server)
}

/**
 * Closes a server: stops listening, lets in-flight requests finish, drops idle connections, and
 * destroys the others after `timeout` milliseconds. Resolves to the number of those.
 */
export function closeServer(server: Server, timeout: number): Promise<number> {
  const known = closings.get(server)
  if (known !== undefined) return known
  const closing = drain(server, timeout).finally(() => closings.delete(server))
  closings.set(server, closing)
  return closing
}

function drain(server: Server, timeout: number): Promise<number> {
  return new Promise((resolve) => {
    let cut = 0
    const admit = refuseLateRequests(server)
    const force = () => cutConnections(server, (count) => (cut = count))
    // Not in the timer itself: Node reads data that has arrived only after the timers.
    const grace = setTimeout(() => setImmediate(dropIdle, server), GRACE)
    const deadline = timeout <= LONGEST ? setTimeout(force, timeout) : undefined
    server.once('close', () => {
      clearTimeout(grace)
      clearTimeout(deadline)
      admit()
      resolve(cut)
    })
    if (server.listening) stopListening(server as HttpServer)
    closeSessions(server)
    for (const connection of httpConnections(server)) finish(connection)
    if (timeout === 0) force()
  })
}

/** Node's `close` would also drop idle connections, with requests that are on their way. */
function stopListening(server: HttpServer): void {
  const isShadowed = Object.hasOwn(server, 'closeIdleConnections')
  if (!isShadowed) server.closeIdleConnections = () => {}
  server.close()
  if (!isShadowed) Reflect.deleteProperty(server, 'closeIdleConnections')
}

/** Ends a connection after the last response that it owes. */
function finish(connection: Connection): void {
  const res = currentResponse(connection)
  if (res === undefined) return
  markLastResponse(connection)
  res.once('close', () => {
    if (isIdle(connection)) connection.destroy()
    else finish(connection)
  })
}

function dropIdle(server: Server): void {
  for (const connection of httpConnections(server)) if (isIdle(connection)) connection.destroy()
}

function cutConnections(server: Server, tell: (count: number) => void): void {
  server.getConnections((_error, count) => {
    tell(count ?? 0)
    for (const connection of allConnections(server)) connection.destroy()
    ;(server as HttpServer).closeAllConnections?.()
  })
}
