import { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { takeTurns } from '../surface/turns.ts'
import type { Application } from './application.ts'
import { noteServer } from './closing/servers.ts'
import { noteSession } from './closing/sessions.ts'
import { watchIdleConnections } from './idle-connections.ts'
import { messageClasses } from './messages.ts'

type Fields = Record<symbol, unknown>

const seen = new WeakSet<object>()

/**
 * Makes a server that somebody created for this application give birth to its requests and
 * responses, as `app.listen` does: `http.createServer(app)`.
 *
 * Node keeps the classes of a server in fields without a documented name. They are looked for by
 * their value; where they are not found, or the server has other listeners too, nothing is done, and
 * each message gets its prototypes when it arrives.
 */
export function adoptServer(app: Application, req: IncomingMessage): void {
  if (!(req instanceof IncomingMessage)) {
    noteSession(app, req)
    return
  }
  const { server } = (req.socket ?? {}) as { server?: unknown }
  if (server instanceof NetServer) noteServer(app, server)
  if (!isHttpServer(server) || seen.has(server)) return
  seen.add(server)
  const { IncomingMessage: Request, ServerResponse: Response } = messageClasses(app)
  const fields = server as unknown as Fields
  const requestField = fieldWith(fields, IncomingMessage)
  const responseField = fieldWith(fields, ServerResponse)
  if (!Request || !Response || !requestField || !responseField || !isOnlyFor(server, app)) return
  fields[requestField] = Request
  fields[responseField] = Response
  if (server instanceof Server) watchIdleConnections(server)
  takeTurns(server)
  whenListenersChange(server, () => {
    fields[requestField] = IncomingMessage
    fields[responseField] = ServerResponse
    seen.delete(server)
  })
}

// One of node:https is known by what it can do, so that only those who use it load it; those of
// HTTP/2 can do the same and more.
function isHttpServer(server: unknown): server is Server {
  if (server instanceof Server) return true
  if (!(server instanceof NetServer)) return false
  return 'closeIdleConnections' in server && !('updateSettings' in server)
}

function fieldWith(fields: Fields, value: unknown): symbol | undefined {
  return Object.getOwnPropertySymbols(fields).find((field) => fields[field] === value)
}

function isOnlyFor(server: Server, app: Application): boolean {
  const listeners = server.listeners('request')
  return listeners.length === 1 && listeners[0] === app
}

/** Whoever else listens to the requests of a server expects Node's own. */
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
