import { type EventEmitter, errorMonitor } from 'node:events'
import { Server, type Socket } from 'node:net'

/** The servers that handed an application a request, or that it started. */
interface Known {
  readonly servers: Set<WeakRef<Server>>
  readonly noted: WeakSet<Server>
}

const known = new WeakMap<object, Known>()

/** Remembers that a server is this application's; one that nobody holds any more is forgotten. */
export function noteServer(app: object, server: Server): void {
  const { servers, noted } = known.get(app) ?? createKnown(app)
  if (noted.has(server)) return
  noted.add(server)
  for (const each of servers) if (each.deref() === undefined) servers.delete(each)
  servers.add(new WeakRef(server))
}

function createKnown(app: object): Known {
  const created: Known = { servers: new Set(), noted: new WeakSet() }
  known.set(app, created)
  return created
}

const starting = new WeakMap<EventEmitter, Promise<void>>()

/** Remembers that a server is about to listen. */
export function noteStart(server: EventEmitter): void {
  const events = ['listening', 'close', errorMonitor]
  const started = new Promise<void>((resolve) => {
    const end = () => {
      for (const event of events) server.off(event, end)
      starting.delete(server)
      resolve()
    }
    for (const event of events) server.on(event, end)
  })
  starting.set(server, started)
}

/** When a server that waits, perhaps for the address of a host, listens or cannot. */
export function whenStarted(server: Server): Promise<void> | undefined {
  return starting.get(server)
}

/** The servers of an application, also those that were made for it and never had a request. */
export function serversOf(app: object): Server[] {
  const servers = new Set<Server>()
  for (const each of known.get(app)?.servers ?? []) {
    const server = each.deref()
    if (server !== undefined) servers.add(server)
  }
  for (const handle of activeHandles()) {
    if (handle instanceof Server && isListenedToBy(handle, app)) servers.add(handle)
  }
  return [...servers]
}

function isListenedToBy(server: Server, app: object): boolean {
  return server.listeners('request').includes(app as () => void)
}

/**
 * What keeps this process running. Node has it without a promise to keep it, so that nothing may
 * depend on it: it only finds what nobody told us of.
 */
export function activeHandles(): readonly (object | Socket | Server)[] {
  const { _getActiveHandles } = process as { _getActiveHandles?: () => object[] }
  return _getActiveHandles?.call(process) ?? []
}
