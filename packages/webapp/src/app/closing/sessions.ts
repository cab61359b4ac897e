import type { Http2Session } from 'node:http2'
import { Server } from 'node:net'
import { noteServer } from './servers.ts'

const sessions = new WeakMap<Server, Set<Http2Session>>()

/** Records the server of an HTTP/2 request, and its sessions from this one on. */
export function noteSession(app: object, req: object): void {
  const { stream } = req as { stream?: { session?: Http2Session } }
  const session = stream?.session
  if (session === undefined || session.destroyed) return
  const { server } = session.socket as { server?: unknown }
  if (!(server instanceof Server)) return
  noteServer(app, server)
  if (sessions.has(server)) return
  const noted = new Set<Http2Session>()
  sessions.set(server, noted)
  const note = (each: Http2Session) => {
    noted.add(each)
    each.once('close', () => noted.delete(each))
  }
  note(session)
  server.on('session', note)
}

/** Lets the open streams of all sessions finish, and accepts no more. */
export function closeSessions(server: Server): void {
  for (const session of sessions.get(server) ?? []) if (!session.closed) session.close()
}
