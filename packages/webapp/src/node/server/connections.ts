import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Server, Socket } from 'node:net'

type Answer = ServerResponse & { shouldKeepAlive: boolean }

/** A connection as Node's HTTP server knows it. */
export interface Connection extends Socket {
  /** The response that is being sent. */
  readonly _httpMessage?: Answer | null
  /** Reads the requests; gone when the connection was upgraded to another protocol. */
  readonly parser?: { readonly incoming?: (IncomingMessage & { res?: Answer }) | null } | null
}

interface ConnectionList {
  all(): readonly { readonly socket?: Connection | null }[]
}

/**
 * The connections on which a server speaks HTTP/1.
 *
 * Node keeps them in a field without a documented name, which is looked for by what it can do. A
 * list of our own would cost with every connection, and not know those that were there before.
 */
export function httpConnections(server: Server): Connection[] {
  const fields = server as unknown as Record<symbol, unknown>
  const lists = Object.getOwnPropertySymbols(server).map((field) => fields[field])
  const connections = lists.find(isConnectionList)?.all() ?? []
  return connections.flatMap(({ socket }) => socket ?? [])
}

function isConnectionList(value: unknown): value is ConnectionList {
  const { all, idle } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof all === 'function' && typeof idle === 'function'
}

/** Every connection of a server, whatever is spoken on it. */
export function allConnections(server: Server): Socket[] {
  const others = activeHandles().filter(
    (handle): handle is Socket =>
      handle instanceof Socket && (handle as Socket & { server?: Server }).server === server,
  )
  return [...new Set([...httpConnections(server), ...others])]
}

/** Waiting for a request, or for the first byte of one. */
export function isIdle(connection: Connection): boolean {
  return Boolean(connection.parser) && !connection._httpMessage
}

/**
 * The handles that keep this process running. Node does not document this list, so use it only to
 * find servers and connections that nothing else has reported.
 */
export function activeHandles(): readonly (object | Socket | Server)[] {
  const { _getActiveHandles } = process as { _getActiveHandles?: () => object[] }
  return _getActiveHandles?.call(process) ?? []
}

/** Makes the last response that a connection owes announce the end of the connection. */
export function markLastResponse({ _httpMessage: res, parser }: Connection): void {
  if (!res) return
  // If more requests wait in a pipeline, the response to the last of them carries the header.
  const incoming = parser?.incoming
  const last = !incoming || incoming === res.req ? res : incoming.res
  if (last && !last.headersSent) last.shouldKeepAlive = false
}

/** The response that a connection is sending now. */
export function currentResponse({ _httpMessage: res }: Connection): ServerResponse | undefined {
  return res ?? undefined
}
