import type { Http2Session } from 'node:http2'
import type { Server, Socket } from 'node:net'
import { allConnections, http2Sessions, httpConnections, idleConnections } from './connections.ts'
import { Endings } from './endings.ts'

/** The connections of a server, looked for at each call. */
export interface ServerConnections {
  /** Every connection, whatever is spoken on it. */
  all(): Socket[]
  /** Those on which HTTP/1 is spoken. */
  http(): Socket[]
  /** Those of HTTP/1 without a request, also if no byte has arrived yet. */
  idle(): Socket[]
  /** The sessions of HTTP/2, also those without a request. */
  sessions(): Http2Session[]
  /** Makes the last response of each HTTP/1 connection announce its end. */
  announceEnd(): Endings
}

/** Finds the connections of a server, for an application that closes it. */
export function connectionsOf(server: Server): ServerConnections {
  return {
    all: () => allConnections(server),
    http: () => httpConnections(server),
    idle: () => idleConnections(server),
    sessions: () => http2Sessions(server),
    announceEnd: () => new Endings(server),
  }
}
