import type { Http2Session } from 'node:http2'
import { Server } from 'node:net'
import { http2Sessions } from '../../node/server/connections.ts'
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
  const noted = sessions.get(server)
  if (noted !== undefined) {
    if (!noted.has(session)) note(noted, session)
    return
  }
  const created = new Set<Http2Session>()
  sessions.set(server, created)
  note(created, session)
  server.on('session', (each: Http2Session) => note(created, each))
}

function note(noted: Set<Http2Session>, session: Http2Session): void {
  noted.add(session)
  session.once('close', () => noted.delete(session))
}

/** Lets the open streams of all sessions finish, and accepts no more. */
export function closeSessions(server: Server): void {
  for (const session of openSessions(server)) session.close()
}

/**
 * Closes each session with its next request. The client waits for the response then, and does not
 * open a stream that a GOAWAY frame would refuse.
 */
export function closeUsedSessions(server: Server): void {
  for (const session of openSessions(server)) {
    session.once('stream', () => session.close())
  }
}

function openSessions(server: Server): Http2Session[] {
  const all = new Set([...(sessions.get(server) ?? []), ...http2Sessions(server)])
  return [...all].filter(({ closed }) => !closed)
}
