import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often the clock looks at the connections, in milliseconds. */
const TICK = 1000

/** Shorter times are kept by Node itself, to the millisecond. */
const COARSE = 2 * TICK

interface Idling {
  readonly socket: Socket
  /** Sets a time on the socket as Node does. */
  readonly keepTime: Socket['setTimeout']
  /** The tick at which the connection has been idle for long enough; 0 when it is not idle. */
  until: number
  ticks: number
  /** What had gone through the connection when it was last looked at. */
  bytes: number
}

/**
 * Ends connections that were idle for the `keepAliveTimeout` of their server, with one timer for all
 * of them: Node starts and stops a timer with every request, which costs more than routing it.
 */
export function watchIdleConnections(server: Server): void {
  const clock = new IdleClock(server)
  server.on('connection', (socket: Socket) => clock.watch(socket))
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
    let isKept = false
    return (time, callback) => {
      if (callback === undefined && !isKept && (time === 0 || this.#isIdleTime(time))) {
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

  /** Newer versions of Node give a second more than the server promises. */
  #isIdleTime(time: number): boolean {
    const more = time - this.#server.keepAliveTimeout
    return time >= COARSE && (more === 0 || more === 1000)
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
      idling.until = 0
      idling.keepTime.call(socket, 1)
    }
  }

  #forget(idling: Idling): void {
    this.#connections.delete(idling)
    if (this.#connections.size !== 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
