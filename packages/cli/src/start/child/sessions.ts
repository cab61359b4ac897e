import type { Http2Session } from 'node:http2'
import type { Server } from 'node:net'

const sessions = new WeakMap<Server, Set<Http2Session>>()

/** Records the sessions of an HTTP/2 server: Node has no list of them. */
export function watchSessions(server: Server): void {
  const open = new Set<Http2Session>()
  sessions.set(server, open)
  server.on('session', (session: Http2Session) => {
    open.add(session)
    session.once('close', () => open.delete(session))
  })
}

/** Closes each session with its next request, whose client waits for the response then. */
export function closeUsedSessions(server: Server): void {
  for (const session of sessions.get(server) ?? []) session.once('stream', () => session.close())
}

/** Closes all sessions: their open streams finish. */
export function closeSessions(server: Server): void {
  for (const session of sessions.get(server) ?? []) if (!session.closed) session.close()
}
