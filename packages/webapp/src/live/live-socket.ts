import type ws from 'ws'

type WebSocketClass = typeof ws.WebSocket
type Callback = ((error?: Error) => void) | undefined

/** A WebSocket that does not buffer without end, and that can be asked whether it is alive. */
export interface LiveSocket extends InstanceType<WebSocketClass> {
  drained(): Promise<void>
  /** Drops a client that gave no sign of life since the last two calls, and pings the others. */
  beat(): void
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

let known: { readonly base: WebSocketClass; readonly made: WebSocketClass } | undefined

/** A class of `ws` with the limits. `ws` constructs the sockets, with the options of its server. */
export function createSocketClass(base: WebSocketClass): WebSocketClass {
  if (known?.base === base) return known.made

  class Limited extends (base as unknown as new (...args: unknown[]) => LiveSocket) {
    readonly #most: number
    #isHeld = false
    /** How many times it was asked since its last sign of life. */
    #asked = 0
    #left = 0
    #waiting: (() => void)[] = []
    readonly #onSent = (): void => this.#relax()

    constructor(address: unknown, protocols: unknown, options: LiveOptions) {
      super(address, protocols, options)
      this.#most = options.maxBuffered
      const live = () => {
        this.#asked = 0
      }
      this.on('message', live).on('ping', live).on('pong', live)
      this.once('close', () => this.#release())
    }

    override send(data: never, options?: unknown, callback?: unknown): void {
      const [given, done] =
        typeof options === 'function' ? [undefined, options] : [options, callback]
      super.send(data, (given ?? {}) as object, this.#then(done as Callback))
      this.#limit()
    }

    // Clients can make a socket send pongs, so these count too.
    override ping(data?: unknown, mask?: boolean, callback?: (error: Error) => void): void {
      super.ping(data, mask, this.#then(callback as Callback))
      this.#limit()
    }

    override pong(data?: unknown, mask?: boolean, callback?: (error: Error) => void): void {
      super.pong(data, mask, this.#then(callback as Callback))
      this.#limit()
    }

    override drained(): Promise<void> {
      if (this.readyState !== OPEN || this.bufferedAmount <= this.#most * PAUSED_AT) {
        return Promise.resolve()
      }
      return new Promise((resolve) => this.#waiting.push(resolve))
    }

    override beat(): void {
      const { bufferedAmount } = this
      // While a socket is held its pongs are not read, but the client may be reading.
      const isReading = this.#isHeld && bufferedAmount < this.#left
      // A program that pauses a socket does not want to hear of it.
      if (isReading || (this.isPaused && !this.#isHeld)) this.#asked = 0
      this.#left = bufferedAmount
      // Twice, because an answer may wait behind a busy turn of this process.
      if (this.#asked++ >= 2) this.terminate()
      else if (this.readyState === OPEN && !this.#isHeld) this.ping()
    }

    #then(callback: Callback): (error?: Error) => void {
      if (callback === undefined) return this.#onSent
      return (error) => {
        this.#relax()
        callback(error)
      }
    }

    #limit(): void {
      const { bufferedAmount } = this
      if (bufferedAmount > this.#most) this.terminate()
      else if (bufferedAmount > this.#most * PAUSED_AT && !this.#isHeld && !this.isPaused) {
        this.#isHeld = true
        this.#left = bufferedAmount
        this.pause()
      }
    }

    #relax(): void {
      if (this.bufferedAmount > this.#most * PAUSED_AT) return
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
