import type { Duplex, Readable } from 'node:stream'
import type { RequestHeaders } from './headers.ts'
import type { Peer } from './memory-socket.ts'

/** A request in memory. */
export interface Message {
  readonly method: string
  readonly path: string
  readonly headers: RequestHeaders
  readonly body?: Uint8Array | Readable | undefined
  readonly peer: Peer
  readonly signal?: AbortSignal | undefined
  /** Called with the server's end of the connection, which is `req.socket`. */
  readonly onConnection?: (end: Duplex) => void
}
