import type { Server } from 'node:net'
import { inspect } from 'node:util'
import type { CloseOptions, CloseReport } from '../../types/shared/lifecycle.ts'
import type { Application } from '../application.ts'
import { closeServer, isBeingClosed, isOpen } from './close-server.ts'
import { closeWhenListening, forgetStart, serversOf } from './servers.ts'

/** How long in-flight requests may take by default, in milliseconds. */
const DEFAULT_TIMEOUT = 10_000

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
  beginClosing(this)
  const report = closeAll(this, servers, timeout)
  reports.set(this, report)
  return report
}

function shorten(servers: readonly Server[], timeout: number): void {
  for (const server of servers) if (isBeingClosed(server)) closeServer(server, timeout)
}

async function closeAll(
  app: Application,
  servers: readonly Server[],
  timeout: number,
): Promise<CloseReport> {
  const counts = await Promise.all(servers.map((server) => closeOne(app, server, timeout)))
  return { forced: counts.reduce((sum, count) => sum + count, 0) }
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

/** Marks an application as closing, and emits 'closing'. */
export function beginClosing(app: Application): void {
  if (begun.has(app)) return
  begun.add(app)
  app.emit?.('closing') // `shutdown` also takes objects that only have `close`.
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
