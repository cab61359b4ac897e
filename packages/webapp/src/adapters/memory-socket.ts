import { Duplex, type DuplexOptions } from 'node:stream'
import { clearTimeout, setTimeout } from '../runtime/timers.ts'

/** The client, as a handler sees it in `req.socket`. */
export interface Peer {
  readonly remoteAddress?: string | undefined
  /** Whether the client uses https. */
  readonly encrypted?: boolean | undefined
}

/** A stream with the members of `net.Socket` that programs use. */
export class MemorySocket extends Duplex {
  readonly remoteAddress: string | undefined
  readonly remoteFamily: string | undefined
  readonly remotePort: number | undefined
  readonly encrypted: boolean
  readonly connecting = false
  bytesRead = 0
  bytesWritten = 0
  timeout = 0
  #timer: NodeJS.Timeout | undefined = undefined

  constructor({ remoteAddress, encrypted = false }: Peer, options?: DuplexOptions) {
    super(options)
    this.remoteAddress = remoteAddress
    this.remoteFamily = familyOf(remoteAddress)
    this.remotePort = remoteAddress === undefined ? undefined : 0
    this.encrypted = encrypted
  }

  /** Counts the bytes that were received. Restarts the timeout. */
  protected noteRead(size: number): void {
    this.#timer?.refresh()
    this.bytesRead += size
  }

  /** Counts the bytes that were sent. Restarts the timeout. */
  protected noteWritten(size: number): void {
    this.#timer?.refresh()
    this.bytesWritten += size
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
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
    if (time > 0) this.#timer = setTimeout(() => this.expire(), time)
    if (callback === undefined) return this
    return time > 0 ? this.once('timeout', callback) : this.off('timeout', callback)
  }

  protected expire(): void {
    this.emit('timeout')
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
