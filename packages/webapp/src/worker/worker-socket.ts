import { EventEmitter } from 'node:events'

/** A WebSocket of Cloudflare, as far as it is used here. */
export interface CloudflareSocket {
  readonly readyState: 0 | 1 | 2 | 3
  binaryType: string
  accept(): void
  send(data: string | Uint8Array): void
  close(code?: number, reason?: string): void
  addEventListener(type: string, listener: (event: CloudflareEvent) => void): void
}

interface CloudflareEvent {
  readonly data?: string | ArrayBuffer
  readonly code?: number
  readonly reason?: string
  readonly error?: unknown
}

type Data = string | ArrayBuffer | ArrayBufferView | readonly Uint8Array[]
type Callback = (error?: Error) => void
type Listener = ((event: object) => void) | { handleEvent(event: object): void }

const OPEN = 1
const NO_CODE = 1005
const ABNORMAL = 1006
const TOO_LARGE = 1009
const INTERNAL_ERROR = 1011

/**
 * The socket that handlers of `upgrade` get in a worker: a WebSocket of Cloudflare with the members of
 * `UpgradedSocket`. The platform keeps the connection alive and buffers what is sent.
 */
export class WorkerSocket extends EventEmitter {
  readonly protocol: string
  readonly extensions = ''
  readonly bufferedAmount = 0
  binaryType = 'nodebuffer'
  readonly #socket: CloudflareSocket
  readonly #maxPayload: number
  readonly #wrappers = new Map<Listener, (...args: unknown[]) => void>()
  /** Messages that arrived while the program paused the socket. */
  readonly #held: (string | ArrayBuffer)[] = []
  #isPaused = false
  #isClosed = false

  constructor(socket: CloudflareSocket, protocol: string, maxPayload: number) {
    super()
    this.#socket = socket
    this.protocol = protocol
    this.#maxPayload = maxPayload
  }

  get readyState(): number {
    return this.#isClosed ? 3 : this.#socket.readyState
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Begins to receive messages. */
  accept(): void {
    const socket = this.#socket
    socket.binaryType = 'arraybuffer' // From 2026 on, the default of the platform is a Blob.
    socket.addEventListener('message', ({ data = '' }) => this.#receive(data))
    socket.addEventListener('close', ({ code = NO_CODE, reason = '' }) => {
      closeQuietly(socket, code, reason) // Older platforms do not respond to the frame of the client.
      this.#end(code, code === ABNORMAL ? '' : reason)
    })
    socket.addEventListener('error', ({ error }) => {
      this.emit('error', error ?? new Error('The WebSocket failed'))
      this.#end(ABNORMAL, '')
    })
    socket.accept()
  }

  send(data: Data, options?: { readonly binary?: boolean } | Callback, callback?: Callback): void {
    const done = typeof options === 'function' ? options : callback
    const { binary = typeof data !== 'string' } = typeof options === 'object' ? options : {}
    if (this.readyState !== OPEN) {
      done?.(new Error('The WebSocket is not open'))
      return
    }
    try {
      if (binary) this.#socket.send(toBytes(data))
      else this.#socket.send(typeof data === 'string' ? data : toBytes(data).toString())
    } catch (error) {
      if (done === undefined) throw error
      done(error as Error)
      return
    }
    done?.()
  }

  async drained(): Promise<void> {}

  /** The platform sends pings itself. */
  ping(): void {}

  pong(): void {}

  close(code?: number, reason?: string | Buffer): void {
    if (this.readyState !== OPEN) return
    if (code === undefined) this.#socket.close()
    else this.#socket.close(code, String(reason ?? ''))
  }

  terminate(): void {
    closeQuietly(this.#socket, INTERNAL_ERROR, '')
    this.#end(ABNORMAL, '')
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    for (const data of this.#held.splice(0)) this.#receive(data)
  }

  addEventListener(type: string, listener: Listener): void {
    const call = (event: object) => {
      if (typeof listener === 'function') listener.call(this as never, event)
      else listener.handleEvent(event)
    }
    const wrapper = (...args: unknown[]) => call({ type, target: this, ...eventOf(type, args) })
    this.#wrappers.set(listener, wrapper)
    this.on(type, wrapper)
  }

  removeEventListener(type: string, listener: Listener): void {
    const wrapper = this.#wrappers.get(listener)
    if (wrapper !== undefined) this.off(type, wrapper)
  }

  #receive(data: string | ArrayBuffer): void {
    if (this.#isClosed) return
    if (this.#isPaused) {
      this.#held.push(data)
      return
    }
    const bytes = toBytes(data)
    if (bytes.length > this.#maxPayload) this.close(TOO_LARGE)
    else if (typeof data === 'string') this.emit('message', bytes, false)
    else this.emit('message', this.#shape(data, bytes), true)
  }

  #shape(data: ArrayBuffer, bytes: Buffer): unknown {
    if (this.binaryType === 'arraybuffer') return data
    return this.binaryType === 'fragments' ? [bytes] : bytes
  }

  #end(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.emit('close', code, Buffer.from(reason))
  }
}

function toBytes(data: Data): Buffer {
  if (typeof data === 'string') return Buffer.from(data)
  if (Array.isArray(data)) return Buffer.concat(data)
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return Buffer.from(data as ArrayBuffer)
}

/** A socket that is closed already throws. */
function closeQuietly(socket: CloudflareSocket, code: number, reason: string): void {
  try {
    if (code === NO_CODE || code === ABNORMAL) socket.close()
    else socket.close(code, reason)
  } catch {
    // There is nothing left to close.
  }
}

function eventOf(type: string, args: readonly unknown[]): object {
  const [first, second] = args
  if (type === 'message') return { data: second === true ? first : String(first) }
  if (type === 'close') return { code: first, reason: String(second), wasClean: first !== ABNORMAL }
  return { error: first }
}
