import { Duplex } from 'node:stream'
import { Way } from './way.ts'

/** Who is at the other end, as a handler sees it in `req.socket`. */
export interface Peer {
  readonly remoteAddress?: string | undefined
  /** Whether the client reached us by https. */
  readonly encrypted?: boolean | undefined
}

/** A connection without a network: what is written at one end is read at the other. */
export function createConnection(peer: Peer): { client: Duplex; server: Duplex } {
  const client = new End({})
  const server = new End(peer)
  // A client that is still sending reads the answer of a server that did not hear it out.
  join(client, server, true)
  join(server, client, false)
  return { client, server }
}

function join(from: End, to: End, isPatient: boolean): void {
  const way = new Way(to, isPatient)
  from.outward = way
  to.inward = way
}

/** One end of a connection, with what a program finds on a socket. */
class End extends Duplex {
  declare outward: Way
  declare inward: Way
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
    this.inward.want()
  }

  override _write(chunk: Uint8Array, _encoding: string, callback: () => void): void {
    this.#timer?.refresh()
    this.bytesWritten += chunk.length
    this.outward.send(chunk, callback)
  }

  override _final(callback: () => void): void {
    this.outward.end()
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.outward.end()
    this.inward.break()
    callback(error)
  }

  /** Destroys this end when everything written to it was sent. */
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
