import type { Server } from 'node:net'
import { activeServers } from '../../node/index.ts'
import { setTimeout } from '../../runtime/timers.ts'

/** The servers that an application started, or that sent it a request. */
interface Known {
  readonly servers: Set<WeakRef<Server>>
  readonly noted: WeakSet<Server>
}

const known = new WeakMap<object, Known>()

/** Records a server of an application, by a weak reference. Returns whether it is a new one. */
export function noteServer(app: object, server: Server): boolean {
  const { servers, noted } = known.get(app) ?? createKnown(app)
  if (noted.has(server)) return false
  noted.add(server)
  for (const each of servers) if (each.deref() === undefined) servers.delete(each)
  servers.add(new WeakRef(server))
  return true
}

function createKnown(app: object): Known {
  const created: Known = { servers: new Set(), noted: new WeakSet() }
  known.set(app, created)
  return created
}

/** How long a server may take to look up the address of its host. */
const PATIENCE = 5000

const started = new WeakSet<Server>()

/** Records that `listen` of a server was called. */
export function noteStart(server: Server): void {
  started.add(server)
}

/** Removes that record, when the server has listened. */
export function forgetStart(server: Server): void {
  started.delete(server)
}

/**
 * Closes a server that may still be about to listen. A listener for 'listening' is added only now,
 * because programs count the listeners of their servers.
 */
export function closeWhenListening(server: Server): void {
  if (!started.delete(server)) return
  const close = () => server.close()
  server.once('listening', close)
  setTimeout(() => server.off('listening', close), PATIENCE).unref()
}

/** The servers of an application, including those that never had a request. */
export function serversOf(app: object): Server[] {
  const servers = new Set<Server>()
  for (const each of known.get(app)?.servers ?? []) {
    const server = each.deref()
    if (server !== undefined) servers.add(server)
  }
  for (const server of activeServers()) if (isListenedToBy(server, app)) servers.add(server)
  return [...servers]
}

function isListenedToBy(server: Server, app: object): boolean {
  return server.listeners('request').includes(app as () => void)
}
