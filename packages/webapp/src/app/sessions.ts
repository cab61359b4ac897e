import type { IncomingMessage } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { Server } from 'node:net'

const sessions = new WeakMap<Server, Set<Http2Session>>()

/** Remembers the HTTP/2 sessions of a server, from that of its first request on. */
export function noteSessions(server: Server, first: IncomingMessage): void {
  const { stream } = first as { stream?: { session?: Http2Session } }
  if (stream?.session === undefined || sessions.has(server)) return
  const noted = new Set<Http2Session>()
  sessions.set(server, noted)
  const note = (session: Http2Session) => {
    noted.add(session)
    session.once('close', () => noted.delete(session))
  }
  note(stream.session)
  server.on('session', note)
}

/** Lets the streams of all sessions finish, and takes no more. */
export function closeSessions(server: Server): void {
  for (const session of sessions.get(server) ?? []) if (!session.closed) session.close()
}
