import type { Duplex } from 'node:stream'
import type ws from 'ws'
import { setTimeout } from '../runtime/timers.ts'

type WebSocketClass = typeof ws.WebSocket
type Callback = ((error?: Error) => void) | undefined

/** A WebSocket with a limited buffer and a check that the client is alive. */
export interface LiveSocket extends InstanceType<WebSocketClass> {
  drained(): Promise<void>
  /** Sets the stream under the socket. Bytes that arrive there show that the client is alive. */
  watch(stream: Duplex): void
  /** Drops the client if nothing has arrived from it since the last call but one; otherwise pings it. */
  beat(): void
}

/** The connection of a socket, or a stream of HTTP/2, which does not count its bytes. */
interface WatchedStream extends Duplex {
  readonly bytesRead?: number
}

interface LiveOptions {
  readonly maxBuffered: number
}

/** Loads `ws`, an optional peer dependency. */
export function loadWs(): typeof ws {
  try {
    return require('ws') as typeof ws
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    const message = "webapp/ws needs the package 'ws', version 8: run `npm install ws`"
    throw new Error(message, { cause })
  }
}

/** From this part of the limit on, messages of a slow client are not read. */
const PAUSED_AT = 1 / 16

/** Milliseconds between two looks at a socket whose messages are still being compressed. */
const SOON = 20

let known: { readonly base: WebSocketClass; readonly made: WebSocketClass } | undefined

/** A class of `ws` with the limits. `ws` constructs the sockets, with the options of its server. */
export function createSocketClass(base: WebSocketClass): WebSocketClass {
  if (known?.base === base) return known.made

  class Limited extends (base as unknown as new (...args: unknown[]) => LiveSocket) {
    readonly #most: number
    #isHeld = false
    /** How many times it was pinged since its last sign of life. */
    #asked = 0
    #left = 0
    #waiting: (() => void)[] = []
    #stream: WatchedStream | undefined
    #bytes = 0
    #isWatching = false
    readonly #onDrain = (): void => this.#relax()

    constructor(address: unknown, protocols: unknown, options: LiveOptions) {
      super(address, protocols, options)
      this.#most = options.maxBuffered
      this.once('close', () => this.#release())
    }

    override watch(stream: WatchedStream): void {
      this.#stream = stream
      if (stream.bytesRead !== undefined) return
      const live = () => {
        this.#asked = 0
      }
      this.on('message', live).on('ping', live).on('pong', live)
    }

    override send(data: never, options?: unknown, callback?: unknown): void {
      super.send(data, options as object, callback as Callback)
      this.#limit()
    }

    // Clients can make a socket send pongs, so these count too.
    override ping(data?: unknown, mask?: boolean, callback?: (error: Error) => void): void {
      super.ping(data, mask, callback)
      this.#limit()
    }

    override pong(data?: unknown, mask?: boolean, callback?: (error: Error) => void): void {
      super.pong(data, mask, callback)
      this.#limit()
    }

    override drained(): Promise<void> {
      if (this.readyState !== OPEN || this.bufferedAmount <= this.#most * PAUSED_AT) {
        return Promise.resolve()
      }
      this.#watchDrain()
      return new Promise((resolve) => this.#waiting.push(resolve))
    }

    override beat(): void {
      const { bufferedAmount } = this
      // While a socket is held its pongs are not read, but the client may be reading.
      const isReading = this.#isHeld && bufferedAmount < this.#left
      const { bytesRead = 0 } = this.#stream ?? {}
      if (bytesRead !== this.#bytes) this.#asked = 0
      this.#bytes = bytesRead
      // A program that paused the socket does not read pongs, so a silent client may still be alive.
      if (isReading || (this.isPaused && !this.#isHeld)) this.#asked = 0
      this.#left = bufferedAmount
      // Two pings, because a pong may wait unread while this process is busy.
      if (this.#asked++ >= 2) this.terminate()
      else if (this.readyState === OPEN && !this.#isHeld) this.ping()
    }

    #limit(): void {
      const { bufferedAmount } = this
      if (bufferedAmount > this.#most) this.terminate()
      else if (bufferedAmount > this.#most * PAUSED_AT && !this.#isHeld && !this.isPaused) {
        this.#isHeld = true
        this.#left = bufferedAmount
        this.pause()
        this.#watchDrain()
      }
    }

    /** A full stream emits `drain`. Messages that are being compressed emit nothing, so look again. */
    #watchDrain(): void {
      if (this.#isWatching) return
      this.#isWatching = true
      if (this.#stream?.writableNeedDrain) this.#stream.once('drain', this.#onDrain)
      else setTimeout(this.#onDrain, SOON).unref()
    }

    #relax(): void {
      this.#isWatching = false
      if (this.readyState === OPEN && this.bufferedAmount > this.#most * PAUSED_AT) {
        this.#watchDrain()
        return
      }
      if (this.#isHeld) {
        this.#isHeld = false
        this.resume()
      }
      if (this.#waiting.length > 0) this.#release()
    }

    #release(): void {
      const waiting = this.#waiting
      this.#waiting = []
      for (const resolve of waiting) resolve()
    }
  }

  const made = Limited as unknown as WebSocketClass
  known = { base, made }
  return made
}

const OPEN = 1
