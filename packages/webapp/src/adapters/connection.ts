import type { Duplex } from 'node:stream'
import { MemorySocket, type Peer } from './memory-socket.ts'
import { Pipe } from './pipe.ts'

/** A connection in memory: the bytes written at one end are read at the other. */
export function createConnection(peer: Peer): { client: Duplex; server: Duplex } {
  const client = new ConnectionEnd({})
  const server = new ConnectionEnd(peer)
  // If the server closes early, the client must read the response instead of failing with EPIPE.
  join(client, server, true)
  join(server, client, false)
  return { client, server }
}

function join(from: ConnectionEnd, to: ConnectionEnd, stallsAfterClose: boolean): void {
  const pipe = new Pipe(to, stallsAfterClose)
  from.outgoing = pipe
  to.incoming = pipe
}

class ConnectionEnd extends MemorySocket {
  declare outgoing: Pipe
  declare incoming: Pipe

  override push(chunk: Uint8Array | null): boolean {
    this.noteRead(chunk?.length ?? 0)
    return super.push(chunk)
  }

  override _read(): void {
    this.incoming.resume()
  }

  override _write(chunk: Uint8Array, _encoding: string, callback: () => void): void {
    this.noteWritten(chunk.length)
    this.outgoing.send(chunk, callback)
  }

  override _final(callback: () => void): void {
    this.outgoing.end()
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.outgoing.end()
    this.incoming.close()
    super._destroy(error, callback)
  }
}
