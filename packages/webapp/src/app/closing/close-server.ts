import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import { callSafely, throwErrors } from '../../errors/call-safely.ts'
import { connectionsOf } from '../../node/index.ts'
import {
  clearInterval,
  clearTimeout,
  LONGEST,
  setImmediate,
  setInterval,
  setTimeout,
} from '../../runtime/timers.ts'
import { announceClose } from './late-requests.ts'
import { closeSessions, closeUsedSessions } from './sessions.ts'

/**
 * How long a connection may stay idle, in ms: a request that is on its way gets a response, which
 * tells the client not to use the connection again.
 */
const GRACE = 500

const closings = new WeakMap<Server, Closing>()

/** Whether a server listens or has connections. */
export function isOpen(server: Server): boolean {
  return server.listening || connectionsOf(server).all().length !== 0
}

/** Whether `closeServer` is under way. */
export function isBeingClosed(server: Server): boolean {
  return closings.has(server)
}

/**
 * Closes a server: stops listening, lets requests finish, drops idle connections, and destroys the
 * others after `timeout` milliseconds. Resolves to the number of those, at the timeout at the
 * latest. A further call can only shorten the wait. Rejects at that time if `server.close` failed.
 */
export async function closeServer(server: Server, timeout: number): Promise<number> {
  const failures: unknown[] = []
  // First of all: the system then resets connections that Node has not accepted, and with each
  // delay there are more of them.
  if (server.listening) stopListening(server as HttpServer, failures)
  const closing = closings.get(server) ?? new Closing(server)
  closing.limit(timeout)
  const forced = await closing.done
  throwErrors(failures)
  return forced
}

/**
 * Makes `server.close()` announce the end of kept connections. Node only drops idle connections, or
 * none before version 19, and keeps the others alive after their responses.
 */
export function announceOnClose(server: Server): void {
  if (!('closeIdleConnections' in server) || Object.hasOwn(server, 'close')) return
  Object.defineProperty(server, 'close', { configurable: true, writable: true, value: close })
}

function close(this: Server, ...args: unknown[]): Server {
  const wasListening = this.listening
  const result = Object.getPrototypeOf(this).close.apply(this, args)
  if (wasListening && !closings.has(this)) new Closing(this)
  return result
}

/**
 * Node's `close` would also drop idle connections, with requests that are on their way. A `close`
 * that the program replaced may fail; then Node's own one stops the server.
 */
function stopListening(server: HttpServer, failures: unknown[]): void {
  const isShadowed = Object.hasOwn(server, 'closeIdleConnections')
  if (!isShadowed) server.closeIdleConnections = () => {}
  callSafely(
    () => server.close(),
    (error) => {
      failures.push(error)
      if (server.listening) Server.prototype.close.call(server)
    },
  )
  if (!isShadowed) Reflect.deleteProperty(server, 'closeIdleConnections')
}

class Closing {
  readonly done: Promise<number>
  readonly #server: Server
  readonly #restoreEmit: () => void
  readonly #sweeping: NodeJS.Timeout
  readonly #settle = () => this.#end()
  readonly #check = () => this.#endIfDrained()
  #resolve: (forced: number) => void = () => {}
  #idle: ReadonlySet<Socket>
  #deadline: NodeJS.Timeout | undefined = undefined
  #due = Number.POSITIVE_INFINITY
  #forced = 0

  constructor(server: Server) {
    this.#server = server
    this.done = new Promise((resolve) => {
      this.#resolve = resolve
    })
    closings.set(server, this)
    this.#restoreEmit = announceClose(server)
    this.#idle = new Set(connectionsOf(server).idle())
    closeUsedSessions(server)
    // Not in the timer itself: Node reads data that has arrived only after the timers.
    this.#sweeping = setInterval(() => setImmediate(() => this.#sweep()), GRACE).unref()
    server.on('close', this.#check)
    server.on('listening', this.#settle) // It is in use again.
  }

  /** Destroys all connections after so many milliseconds, unless that happens earlier. */
  limit(timeout: number): void {
    this.#sweeping.ref()
    const due = performance.now() + timeout
    if (due >= this.#due) return
    this.#due = due
    clearTimeout(this.#deadline)
    if (timeout === 0) this.#force()
    else if (timeout <= LONGEST) this.#deadline = setTimeout(() => this.#force(), timeout)
  }

  /** Drops the connections that were already idle at the last sweep. */
  #sweep(): void {
    if (closings.get(this.#server) !== this) return
    const idle = connectionsOf(this.#server).idle()
    for (const connection of idle) if (this.#idle.has(connection)) connection.destroy()
    this.#idle = new Set(idle)
    closeSessions(this.#server)
    this.#endIfDrained()
  }

  /** Programs pass sockets to a server by emitting 'connection'; the server does not count them. */
  #endIfDrained(): void {
    this.#server.getConnections((_error, count) => {
      if (this.#server.listening || count || connectionsOf(this.#server).http().length > 0) return
      this.#end()
    })
  }

  #force(): void {
    const server = this.#server
    this.#forced = connectionsOf(server).http().length
    server.getConnections((_error, count) => {
      this.#forced = Math.max(this.#forced, count ?? 0)
    })
    for (const connection of connectionsOf(server).all()) connection.destroy()
    ;(server as HttpServer).closeAllConnections?.()
    // The sockets report that they are closed after the next turn.
    setImmediate(() => setImmediate(this.#settle))
  }

  #end(): void {
    const server = this.#server
    if (closings.get(server) !== this) return
    closings.delete(server)
    clearInterval(this.#sweeping)
    clearTimeout(this.#deadline)
    server.off('close', this.#check).off('listening', this.#settle)
    this.#restoreEmit()
    this.#resolve(this.#forced)
  }
}
