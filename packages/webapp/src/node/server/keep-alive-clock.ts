import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often the clock looks at the connections, in milliseconds. */
const TICK = 1000

/** Shorter times are kept by Node itself, to the millisecond. */
const COARSE = 2 * TICK

/** A connection as Node's server knows it: with the response that is being sent. */
interface Connection extends Socket {
  readonly _httpMessage?: object | null
}

interface Idling {
  readonly socket: Connection
  /** Sets a time on the socket as Node does. */
  readonly keepTime: Socket['setTimeout']
  /** The tick at which the connection has been idle for long enough; 0 when it is not idle. */
  until: number
  ticks: number
  /** What had gone through the connection when it was last looked at. */
  bytes: number
}

const watched = new WeakSet<Server>()

/**
 * Ends connections that were idle for the `keepAliveTimeout` of their server, with one timer for all
 * of them: Node starts and stops a timer with every request, which costs more than routing it.
 */
export function watchIdleConnections(server: Server): void {
  if (watched.has(server)) return
  watched.add(server)
  const clock = new IdleClock(server)
  server.on('connection', (socket: Socket) => {
    // Any stream can be handed to a server as a connection.
    if (typeof socket.setTimeout === 'function') clock.watch(socket)
  })
}

class IdleClock {
  readonly #server: Server
  readonly #connections = new Set<Idling>()
  #timer: NodeJS.Timeout | undefined = undefined
  #now = 1

  constructor(server: Server) {
    this.#server = server
  }

  watch(socket: Socket): void {
    const idling: Idling = { socket, keepTime: socket.setTimeout, until: 0, ticks: 0, bytes: 0 }
    socket.setTimeout = this.#createSetter(idling)
    this.#connections.add(idling)
    this.#timer ??= setInterval(() => this.#tick(), TICK).unref()
    socket.once('close', () => this.#forget(idling))
  }

  /** `socket.setTimeout` that leaves the times between two requests to the clock. */
  #createSetter(idling: Idling): Socket['setTimeout'] {
    const { socket, keepTime } = idling
    let isKept = Boolean(socket.timeout)
    return (time, callback) => {
      const isOurs = time === 0 || this.#isIdleTime(time, socket)
      if (callback === undefined && !isKept && isOurs) {
        idling.ticks = Math.ceil(time / TICK)
        idling.until = time === 0 ? 0 : this.#now + idling.ticks + 1
        ;(socket as { timeout?: number }).timeout = time
        return socket
      }
      idling.until = 0
      isKept = time !== 0
      return keepTime.call(socket, time, callback)
    }
  }

  /**
   * Whether Node sets this time after an answer. In the middle of one it is somebody's own, and so
   * it may be where the server has a time for all its connections.
   */
  #isIdleTime(time: number, socket: Connection): boolean {
    if (time < COARSE || socket._httpMessage || this.#server.timeout) return false
    // Newer versions of Node give a second more than the server promises.
    const more = time - this.#server.keepAliveTimeout
    return more === 0 || more === 1000
  }

  #tick(): void {
    this.#now++
    for (const idling of this.#connections) if (idling.until !== 0) this.#look(idling)
  }

  // Bytes that came in meanwhile are the beginning of the next request: the time starts anew.
  #look(idling: Idling): void {
    const { socket } = idling
    const bytes = socket.bytesRead + socket.bytesWritten
    if (bytes !== idling.bytes) {
      idling.bytes = bytes
      idling.until = this.#now + idling.ticks
    } else if (this.#now >= idling.until) {
      idling.until = Number.POSITIVE_INFINITY // Until something comes in, if it is left open.
      socket.emit('timeout')
    }
  }

  #forget(idling: Idling): void {
    this.#connections.delete(idling)
    if (this.#connections.size !== 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
