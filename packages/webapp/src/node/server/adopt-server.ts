import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { capabilities, serverFieldWith } from '../internals.ts'
import { httpConnections } from './connections.ts'
import { startKeepAliveClock } from './keep-alive-clock.ts'
import { openLanes } from './lane.ts'
import { type MessagePrototypes, messageClasses } from './message-classes.ts'

type Fields = Record<symbol, unknown>
type Listener = (...args: never[]) => unknown

/** An application as a request listener, with its prototypes. */
type App = Listener & MessagePrototypes

const adopted = new WeakSet<object>()

/** Creates a server that constructs requests and responses with the prototypes of an application. */
export function createServerFor(app: App): Server {
  const server = createServer(messageClasses(app), app as Listener as () => void)
  startKeepAliveClock(server)
  openLanes(server)
  return server
}

/**
 * Makes a server that the user created with `http.createServer(app)` construct requests and
 * responses with the prototypes of the application, as `app.listen` does.
 *
 * Node keeps the message classes of a server in fields without a documented name, which are found
 * by their value. If they are missing, or if the server has other request listeners, the server
 * stays as it is, and each message gets its prototypes when it arrives. So do other kinds of servers.
 */
export function adoptServer(server: unknown, app: App): void {
  if (!capabilities.adoptedServers || !isHttpServer(server) || adopted.has(server)) return
  adopted.add(server)
  const { IncomingMessage: Request, ServerResponse: Response } = messageClasses(app)
  const fields = server as unknown as Fields
  const requestField = serverFieldWith(server, IncomingMessage)
  const responseField = serverFieldWith(server, ServerResponse)
  if (!Request || !Response || !requestField || !responseField || !isOnlyFor(server, app)) return
  fields[requestField] = Request
  fields[responseField] = Response
  if (server instanceof Server) startKeepAliveClock(server)
  openLanes(server, httpConnections(server))
  whenListenersChange(server, () => {
    fields[requestField] = IncomingMessage
    fields[responseField] = ServerResponse
    adopted.delete(server)
  })
}

/**
 * Whether this is a server of node:http or node:https. The latter is recognised by its methods, so
 * that node:https is loaded only by programs that use it. HTTP/2 servers have those methods too,
 * and `updateSettings`.
 */
function isHttpServer(server: unknown): server is Server {
  if (server instanceof Server) return true
  if (!(server instanceof NetServer)) return false
  return 'closeIdleConnections' in server && !('updateSettings' in server)
}

function isOnlyFor(server: Server, app: Listener): boolean {
  const listeners = server.listeners('request')
  return listeners.length === 1 && (listeners[0] as Listener) === app
}

/** Calls back once when a request listener is added or removed: others expect Node's own classes. */
function whenListenersChange(server: Server, callback: () => void): void {
  const check = (event: string | symbol) => {
    if (event !== 'request') return
    server.off('newListener', check)
    server.off('removeListener', check)
    callback()
  }
  server.on('newListener', check)
  server.on('removeListener', check)
}
