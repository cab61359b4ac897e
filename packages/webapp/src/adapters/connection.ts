import { Duplex } from 'node:stream'
import { clearTimeout, setTimeout } from '../runtime/timers.ts'
import { Pipe } from './pipe.ts'

/** The client, as a handler sees it in `req.socket`. */
export interface Peer {
  readonly remoteAddress?: string | undefined
  /** Whether the client uses https. */
  readonly encrypted?: boolean | undefined
}

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

/** One end of a connection, with the members of `net.Socket` that programs use. */
class ConnectionEnd extends Duplex {
  declare outgoing: Pipe
  declare incoming: Pipe
  readonly remoteAddress: string | undefined
  readonly remoteFamily: string | undefined
  readonly remotePort: number | undefined
  readonly encrypted: boolean
  readonly connecting = false
  bytesRead = 0
  bytesWritten = 0
  timeout = 0
  #timer: NodeJS.Timeout | undefined = undefined

  constructor({ remoteAddress, encrypted = false }: Peer) {
    super()
    this.remoteAddress = remoteAddress
    this.remoteFamily = familyOf(remoteAddress)
    this.remotePort = remoteAddress === undefined ? undefined : 0
    this.encrypted = encrypted
  }

  override push(chunk: Uint8Array | null): boolean {
    this.#timer?.refresh()
    this.bytesRead += chunk?.length ?? 0
    return super.push(chunk)
  }

  override _read(): void {
    this.incoming.resume()
  }

  override _write(chunk: Uint8Array, _encoding: string, callback: () => void): void {
    this.#timer?.refresh()
    this.bytesWritten += chunk.length
    this.outgoing.send(chunk, callback)
  }

  override _final(callback: () => void): void {
    this.outgoing.end()
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.outgoing.end()
    this.incoming.close()
    callback(error)
  }

  /** Destroys this end after all written bytes are sent. */
  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', this.destroy)
  }

  setTimeout(time: number, callback?: () => void): this {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.timeout = time
    if (time > 0) this.#timer = setTimeout(() => this.emit('timeout'), time)
    if (callback === undefined) return this
    return time > 0 ? this.once('timeout', callback) : this.off('timeout', callback)
  }

  address(): object {
    return {}
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

function familyOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  return address.includes(':') ? 'IPv6' : 'IPv4'
}
