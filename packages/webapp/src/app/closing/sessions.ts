import type { Http2Session } from 'node:http2'
import { Server } from 'node:net'
import { connectionsOf } from '../../node/index.ts'
import { noteServer } from './servers.ts'

const sessions = new WeakMap<Server, Set<Http2Session>>()

/**
 * Records the server of an HTTP/2 request, and its sessions from this one on. Returns whether it is a
 * new server.
 */
export function noteSession(app: object, req: object): boolean {
  const { stream } = req as { stream?: { session?: Http2Session } }
  const session = stream?.session
  if (session === undefined || session.destroyed) return false
  const { server } = session.socket as { server?: unknown }
  if (!(server instanceof Server)) return false
  const noted = sessions.get(server) ?? watchSessions(server)
  if (!noted.has(session)) note(noted, session)
  return noteServer(app, server)
}

function watchSessions(server: Server): Set<Http2Session> {
  const noted = new Set<Http2Session>()
  sessions.set(server, noted)
  server.on('session', (session: Http2Session) => note(noted, session))
  return noted
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
  const all = new Set([...(sessions.get(server) ?? []), ...connectionsOf(server).sessions()])
  return [...all].filter(({ closed }) => !closed)
}
