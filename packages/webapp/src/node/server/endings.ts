import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { type Connection, type LaneResponse, requestOf } from './connection.ts'
import { httpConnections } from './connections.ts'

/** The responses of a closing server that announce the end of their HTTP/1 connections. */
export class Endings {
  readonly #last = new WeakMap<object, ServerResponse>()

  constructor(server: Server) {
    for (const connection of httpConnections(server)) {
      this.#announce(connection, lastResponse(connection))
    }
  }

  #announce(connection: object, res: ServerResponse | undefined): void {
    if (res === undefined || res.headersSent || !res.shouldKeepAlive) return
    res.shouldKeepAlive = false
    this.#last.set(connection, res)
  }

  /**
   * Makes the response to a late request the last one of its connection. Returns false if an earlier
   * response has announced the end: no further request may be processed (RFC 9112, section 9.6).
   */
  admit(req: IncomingMessage, res: ServerResponse): boolean {
    // HTTP/2 has no such header: a GOAWAY frame closes the session.
    if (req.httpVersionMajor >= 2) return true
    const before = this.#last.get(req.socket)
    if (before?.headersSent && !before.shouldKeepAlive) return false
    if (before !== undefined && !before.headersSent) before.shouldKeepAlive = true
    this.#announce(req.socket, res)
    return true
  }
}

/** The last response that a connection owes now: that of the last request in a pipeline. */
function lastResponse({ _httpMessage: res, parser }: Connection): ServerResponse | undefined {
  if (!res) return undefined
  const incoming = parser?.incoming
  return !incoming || incoming === requestOf(res as LaneResponse) ? res : incoming.res
}
