import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { clearInterval, setInterval } from '../../runtime/timers.ts'
import { capabilities } from '../internals.ts'
import type { Connection } from './connection.ts'

/** How often the clock checks the connections, in milliseconds. */
const TICK = 1000

/** Shorter timeouts are left to Node, which keeps them to the millisecond. */
const COARSE = 2 * TICK

interface Idling {
  readonly socket: Connection
  /** The tick at which the connection has been idle for too long; 0 while it is not idle. */
  until: number
  ticks: number
  /** The bytes that had passed through the connection at the last check. */
  bytes: number
}

const { setTimeout: nodeSetter } = Socket.prototype

const watched = new WeakSet<Server>()

/**
 * Ends connections that were idle for the `keepAliveTimeout` of their server, with one timer for all
 * of them. Node starts and stops a timer for every request, which costs more than routing it.
 */
export function startKeepAliveClock(server: Server): void {
  if (!capabilities.idleClock || watched.has(server)) return
  watched.add(server)
  const clock = new IdleClock(server)
  server.on('connection', (socket: Socket) => {
    // A program may emit 'connection' with any stream, and only Node's sockets count their bytes.
    if (socket instanceof Socket && socket.setTimeout === nodeSetter) clock.watch(socket)
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
    const idling: Idling = { socket, until: 0, ticks: 0, bytes: 0 }
    socket.setTimeout = this.#createSetter(idling)
    this.#connections.add(idling)
    this.#timer ??= setInterval(() => this.#tick(), TICK).unref()
    socket.once('close', () => this.#forget(idling))
  }

  /** A `socket.setTimeout` that leaves Node's keep-alive timeout to the clock. */
  #createSetter(idling: Idling): Socket['setTimeout'] {
    const { socket } = idling
    let isNodes = Boolean(socket.timeout)
    return (time, callback) => {
      const isOurs = time === 0 || this.#isIdleTime(time, socket)
      if (callback === undefined && !isNodes && isOurs) {
        idling.ticks = Math.ceil(time / TICK)
        idling.until = time === 0 ? 0 : this.#now + idling.ticks + 1
        ;(socket as { timeout?: number }).timeout = time
        return socket
      }
      idling.until = 0
      isNodes = time !== 0
      return nodeSetter.call(socket, time, callback)
    }
  }

  /**
   * Whether this is Node's keep-alive timeout. A timeout set during a response belongs to the
   * program. If the server has a `timeout`, Node keeps all of them.
   */
  #isIdleTime(time: number, socket: Connection): boolean {
    if (time < COARSE || socket._httpMessage || this.#server.timeout) return false
    // Newer versions of Node wait one second longer than the Keep-Alive header says.
    const more = time - this.#server.keepAliveTimeout
    return more === 0 || more === 1000
  }

  #tick(): void {
    this.#now++
    for (const idling of this.#connections) if (idling.until !== 0) this.#look(idling)
  }

  // Bytes that arrived since are the beginning of the next request: the timeout starts again.
  #look(idling: Idling): void {
    const { socket } = idling
    const bytes = socket.bytesRead + socket.bytesWritten
    if (bytes !== idling.bytes) {
      idling.bytes = bytes
      idling.until = this.#now + idling.ticks
    } else if (this.#now >= idling.until) {
      idling.until = Number.POSITIVE_INFINITY // A listener may keep the socket open.
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
