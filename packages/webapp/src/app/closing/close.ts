import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { inspect } from 'node:util'
import { callSafely, throwErrors } from '../../errors/call-safely.ts'
import type { CloseOptions, CloseReport } from '../../types/shared/lifecycle.ts'
import type { Application } from '../application.ts'
import { closeServer, isBeingClosed, isOpen } from './close-server.ts'
import { closeWhenListening, forgetStart, serversOf } from './servers.ts'

/** How long in-flight requests may take by default, in milliseconds. */
const DEFAULT_TIMEOUT = 10_000

/** Applications have a copy of this function. `node:domain` replaces that of the prototype later. */
const { emit } = EventEmitter.prototype

const begun = new WeakSet<object>()
const reports = new WeakMap<object, Promise<CloseReport>>()

/** Closes all servers of this application, and waits for in-flight requests. */
export function close(this: Application, options?: CloseOptions): Promise<CloseReport> {
  const timeout = checkTimeout(options?.timeout)
  const servers = serversOf(this)
  const known = reports.get(this)
  const hasNew = servers.some((server) => server.listening && !isBeingClosed(server))
  if (known !== undefined && !hasNew) {
    if (options?.timeout !== undefined) shorten(servers, timeout)
    return known
  }
  const failures = new Failures()
  beginClosing(this, failures.add)
  const report = closeAll(this, servers, timeout, failures)
  reports.set(this, report)
  return report
}

/** Closes the servers of an application that are still open. */
export function closeServers(app: Application, timeout: number): Promise<CloseReport> {
  return closeAll(app, serversOf(app), timeout, new Failures())
}

function shorten(servers: readonly Server[], timeout: number): void {
  for (const server of servers) if (isBeingClosed(server)) closeServer(server, timeout)
}

/** An error of one server, or of a listener, must not keep the other servers from closing. */
async function closeAll(
  app: Application,
  servers: readonly Server[],
  timeout: number,
  failures: Failures,
): Promise<CloseReport> {
  const closing = servers.map(async (server) => closeOne(app, server, timeout))
  let forced = 0
  for (const result of await Promise.allSettled(closing)) {
    if (result.status === 'fulfilled') forced += result.value
    else failures.add(result.reason)
  }
  failures.throwAll()
  return { forced }
}

/** The errors that the promise of `close` reports when the servers are closed. */
class Failures {
  readonly #errors: unknown[] = []
  #isTooLate = false

  readonly add = (error: unknown): void => {
    // Only the promise of a listener can be that late: its error becomes an unhandled rejection.
    if (this.#isTooLate) throw error
    this.#errors.push(error)
  }

  throwAll(): void {
    this.#isTooLate = true
    throwErrors(this.#errors)
  }
}

function closeOne(app: Application, server: Server, timeout: number): Promise<number> | number {
  if (!isOpen(server)) {
    closeWhenListening(server)
    return 0
  }
  forgetStart(server)
  server.once('listening', () => reopen(app))
  return closeServer(server, timeout)
}

/** Marks an application as closing, and emits 'closing'. Passes errors of listeners on. */
export function beginClosing(app: Application, onFailure: (error: unknown) => void): void {
  if (begun.has(app)) return
  begun.add(app)
  for (const call of closingCalls(app)) callSafely(call, onFailure)
}

/**
 * The calls that emit 'closing', one for each listener. In `emit`, a listener that throws would keep
 * the following ones from ending their connections.
 */
function closingCalls(app: Application): (() => unknown)[] {
  // `shutdown` also takes objects that only have `close`, and a program may replace `emit`.
  if (app.emit !== emit && app.emit !== EventEmitter.prototype.emit)
    return [() => app.emit?.('closing')]
  return app.rawListeners('closing').map((listener) => () => Reflect.apply(listener, app, []))
}

/** Marks an application as open again, when it listens again. */
export function reopen(app: object): void {
  begun.delete(app)
  reports.delete(app)
}

/** Whether an application, or one that it is mounted in, is closing or closed. */
export function isClosing(app: Pick<Application, 'parent'>): boolean {
  const seen = new Set<object>()
  let each: Pick<Application, 'parent'> | undefined = app
  // `app.use(app)` throws, but leaves an application that is its own parent.
  for (; each !== undefined && !seen.has(each); each = each.parent) {
    if (begun.has(each)) return true
    seen.add(each)
  }
  return false
}

/** Checks a timeout in milliseconds, which may be Infinity. */
export function checkTimeout(timeout: unknown = DEFAULT_TIMEOUT): number {
  if (typeof timeout === 'number' && timeout >= 0) return timeout
  const got = inspect(timeout)
  throw new TypeError(`timeout must be a number of milliseconds from 0 to Infinity, got ${got}`)
}
