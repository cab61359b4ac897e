import type { Http2Session } from 'node:http2'
import { Server, Socket } from 'node:net'
import type { Connection, Parser } from './connection.ts'

interface ConnectionList {
  all(): readonly Parser[]
  /** The parsers that wait for the next request. Node does not count those that never had one. */
  idle(): readonly Parser[]
}

/**
 * The open connections on which a server speaks HTTP/1. A server that never listened has no list of
 * them: a program passed it sockets by emitting 'connection'.
 */
export function httpConnections(server: Server): Connection[] {
  const others = ownSockets(server).filter((socket: Connection) => socket.parser)
  return [...new Set([...listedConnections(server, 'all'), ...others])]
}

/** The HTTP/1 connections without a request, also those of which no byte has arrived yet. */
export function idleConnections(server: Server): Connection[] {
  const listed = new Set(listedConnections(server, 'all'))
  const waiting = new Set(listedConnections(server, 'idle'))
  const hasNoPart = (connection: Connection) =>
    connection.bytesRead === 0 || waiting.has(connection) || !listed.has(connection)
  return httpConnections(server).filter(
    (connection) => connection.parser && !connection._httpMessage && hasNoPart(connection),
  )
}

/**
 * Node keeps the HTTP/1 connections of a server in a field without a documented name, which is found
 * by its methods. A list of our own would cost with every connection, and would not contain the
 * connections from before.
 */
function connectionList(server: Server): ConnectionList | undefined {
  const fields = server as unknown as Record<symbol, unknown>
  const values = Object.getOwnPropertySymbols(server).map((field) => fields[field])
  return values.find(isConnectionList)
}

function isConnectionList(value: unknown): value is ConnectionList {
  const { all, idle } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof all === 'function' && typeof idle === 'function'
}

function listedConnections(server: Server, which: 'all' | 'idle'): Connection[] {
  const parsers = connectionList(server)?.[which]() ?? []
  return parsers.flatMap(({ socket }) => (socket && !socket.destroyed ? socket : []))
}

/** Every connection of a server, whatever is spoken on it. */
export function allConnections(server: Server): Socket[] {
  return [...new Set<Socket>([...httpConnections(server), ...ownSockets(server)])]
}

function ownSockets(server: Server): Socket[] {
  return activeHandles().filter(
    (handle): handle is Socket =>
      handle instanceof Socket &&
      !handle.destroyed &&
      (handle as Socket & { server?: Server }).server === server,
  )
}

/**
 * The HTTP/2 sessions of a server, also those without a request. Newer versions of Node keep them in
 * a field of the server, all versions in a field of the socket. TLS hides that socket.
 */
export function http2Sessions(server: Server): Http2Session[] {
  const sets = fieldsOf(server).filter((value): value is Set<unknown> => value instanceof Set)
  const listed = sets.flatMap((set) => [...set])
  const others = allConnections(server).filter((socket: Connection) => !socket.parser)
  const bound = others.flatMap(fieldsOf)
  return [...new Set([...listed, ...bound].filter(isSession))]
}

function fieldsOf(object: object): unknown[] {
  const fields = Object.getOwnPropertyDescriptors(object) as Record<
    string | symbol,
    PropertyDescriptor
  >
  return Reflect.ownKeys(fields).map((name) => fields[name]?.value)
}

function isSession(value: unknown): value is Http2Session {
  const { goaway, close } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof goaway === 'function' && typeof close === 'function'
}

/** The servers that keep this process running, for those that nothing else has reported. */
export function activeServers(): Server[] {
  return activeHandles().filter((handle): handle is Server => handle instanceof Server)
}

/** The handles that keep this process running, in a list that Node does not document. */
function activeHandles(): readonly (object | Socket | Server)[] {
  const { _getActiveHandles } = process as { _getActiveHandles?: () => object[] }
  return _getActiveHandles?.call(process) ?? []
}
