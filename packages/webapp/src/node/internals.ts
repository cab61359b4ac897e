import { EventEmitter } from 'node:events'
import { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from '../runtime/timers.ts'
import {
  areNodesOwn,
  CONNECTION_MEMBERS,
  DIRECT_RESPONSE_MEMBERS,
  EMITTER_MEMBERS,
  HEADER_MEMBERS,
  isNodesOwn,
  type Member,
  SENDING_MEMBERS,
  STREAM_MEMBERS,
} from './nodes-own.ts'

// The one module that decides how far this process may rely on Node's internals. A shortcut is used
// only if every private name that it reads exists and is Node's own, and if Node still honours the
// private fields that it writes: the checks below try that on throw-away objects. Everything that is
// missing, replaced or switched off falls back to Node's documented interface.

/** The ways around Node's documented interface, by name. */
export interface Capabilities {
  /** Headers that the engine adds wait in a list of ours until the head is written. */
  readonly deferredHeaders: boolean
  /** The head and the body of a small response go to the socket as one string. */
  readonly singleWrite: boolean
  /** Large text is encoded into reused memory, from which the socket writes it. */
  readonly encodeBuffer: boolean
  /** The stream of a request that nothing reads is neither ended nor destroyed. */
  readonly unreadEnds: boolean
  /** A body parser takes the chunks from the HTTP parser, without stream events. */
  readonly bodyTap: boolean
  /** The second and further requests of a connection go past what Node's server does with each. */
  readonly lane: boolean
  /** Requests that arrived together are all parsed before the first one is handled. */
  readonly batching: boolean
  /** A server that the user created constructs requests and responses of the application. */
  readonly adoptedServers: boolean
  /** One timer ends the idle connections of a server. */
  readonly idleClock: boolean
  /** Requests of `app.fetch` and `app.inject` reach the handlers without a connection in memory. */
  readonly directRequests: boolean
}

/** Whether this is a version of Node whose handling of requests was compared with that of the lane. */
const isKnownNode = /^(18|2[0-6])\./.test(process.versions.node)
let hasWarned = false

/** Warns once, when a server starts, that this version of Node is too new for the lane. */
export function warnOfUnknownNode(): void {
  if (isKnownNode || hasWarned) return
  hasWarned = true
  process.emitWarning(
    `webapp was not compared with Node ${process.versions.node}. It handles requests without its ` +
      'shortcuts "lane", "batching" and "directRequests", which costs more processor time. ' +
      'Look for a newer version of webapp, or use Node 18 to 26.',
    { code: 'WEBAPP_UNKNOWN_NODE' },
  )
}

/**
 * The shortcuts that this process uses. `WEBAPP_SHORTCUTS=off` switches all of them off, and
 * `WEBAPP_SHORTCUTS=batching,bodyTap` those two.
 */
export const capabilities: Capabilities = Object.freeze(
  withoutSwitchedOff(detect(), process.env.WEBAPP_SHORTCUTS ?? ''),
)

/** Whether Node closes a request before it emits 'close' on the response: since Node 26. */
export const closesRequestsFirst = Number.parseInt(process.versions.node, 10) >= 26

/** Whether Node destroys the queued responses of a closed connection. */
export const destroysQueuedResponses = Number.parseInt(process.versions.node, 10) >= 24

function detect(): Capabilities {
  const { emit } = EventEmitter.prototype
  const response = ServerResponse.prototype
  const request = IncomingMessage.prototype
  const socket = Socket.prototype as unknown as Record<string, Member>
  const hasNodesHeaders = areNodesOwn(response, HEADER_MEMBERS)
  const unreadEnds =
    '_eventsCount' in new EventEmitter() &&
    areNodesOwn(EventEmitter.prototype, EMITTER_MEMBERS) &&
    areNodesOwn(request, STREAM_MEMBERS) &&
    request.emit === emit &&
    holds(honoursStreamState)
  const lane =
    isKnownNode &&
    areNodesOwn(response, CONNECTION_MEMBERS) &&
    areNodesOwn(request, { _addHeaderLine: 'joinDuplicateHeaders' }) &&
    holds(marksSocket) &&
    holds(hasLaneFields)
  return {
    deferredHeaders: hasNodesHeaders,
    singleWrite:
      hasNodesHeaders && areNodesOwn(response, SENDING_MEMBERS) && holds(honoursWrittenHead),
    encodeBuffer: !Object.hasOwn(socket, 'write') && isNodesOwn(socket._write, '_writeGeneric'),
    unreadEnds,
    bodyTap: unreadEnds && areNodesOwn(request, { removeListener: 'updateReadableListening' }),
    lane,
    batching: lane && unreadEnds && isNodesOwn(setImmediate, 'new Immediate'),
    adoptedServers: holds(keepsMessageClasses),
    idleClock: isNodesOwn(socket.setTimeout, 'kTimeout') && holds(marksSocket),
    directRequests:
      isKnownNode &&
      areNodesOwn(response, DIRECT_RESPONSE_MEMBERS) &&
      areNodesOwn(request, { _addHeaderLines: 'kTrailersCount', _dump: '_dumped' }) &&
      holds(keepsMessageClasses) &&
      holds(storesHead),
  }
}

/** Whether a round trip works. One that throws shows that Node, or a tool in front of it, changed. */
function holds(roundTrip: () => boolean): boolean {
  try {
    return roundTrip()
  } catch {
    return false
  }
}

/** Whether a response that says its head was written does not write one. */
function honoursWrittenHead(): boolean {
  const res = throwAwayResponse() as ServerResponse & {
    _header: string
    _headerSent: boolean
    _contentLength: number
    readonly outputData?: readonly { readonly data: unknown }[]
  }
  if (!('_header' in res && '_headerSent' in res && '_contentLength' in res)) return false
  res._header = 'HTTP/1.1 200 OK\r\n\r\n'
  res._headerSent = true
  res._contentLength = 0
  if (!res.headersSent || !Array.isArray(res.outputData)) return false
  res.end()
  return res.writableEnded && res.outputData.every(({ data }) => data === '')
}

/** Whether a response keeps its head as text before it is written, and then frames its body. */
function storesHead(): boolean {
  const res = throwAwayResponse() as ServerResponse & { _header?: unknown }
  res.setHeader('Transfer-Encoding', 'chunked')
  const wasChunked = res.chunkedEncoding
  res.writeHead(200)
  const head = String(res._header)
  return (
    symbolsOf(res).has('kNeedDrain') &&
    !wasChunked &&
    res.chunkedEncoding &&
    head.startsWith('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n') &&
    head.endsWith('\r\n\r\n')
  )
}

/** Whether the public members of a stream follow the private fields that we write. */
function honoursStreamState(): boolean {
  const stream = new Readable({ read() {} })
  const { _readableState: state } = stream as unknown as {
    _readableState: Record<string, unknown>
  }
  const before = [stream.readableEnded, stream.destroyed, stream.closed]
  Object.assign(state, { ended: true, endEmitted: true, destroyed: true, closed: true })
  const after = [stream.readableEnded, stream.destroyed, stream.closed]
  return !before.includes(true) && !after.includes(false)
}

/** Whether a socket knows the response that it is sending as `_httpMessage`. */
function marksSocket(): boolean {
  const socket = new Socket()
  const res = throwAwayResponse()
  res.assignSocket(socket)
  const isMarked = (socket as { _httpMessage?: unknown })._httpMessage === res
  res.detachSocket(socket)
  return isMarked
}

/** Whether responses have the private fields that the lane reads and writes. */
function hasLaneFields(): boolean {
  const res = throwAwayResponse()
  return ['_keepAliveTimeout', '_onPendingData', '_last', '_closed'].every((field) => field in res)
}

/** Whether a server keeps the classes of its messages in fields of its own. */
function keepsMessageClasses(): boolean {
  const server = new Server()
  return [IncomingMessage, ServerResponse].every(
    (Message) => serverFieldWith(server, Message) !== undefined,
  )
}

/** The field of a server that has this value. Node's names for these fields are private symbols. */
export function serverFieldWith(server: object, value: unknown): symbol | undefined {
  const fields = server as Record<symbol, unknown>
  return Object.getOwnPropertySymbols(server).find((field) => fields[field] === value)
}

/** Node's private fields of an object, by the names that their symbols have. */
export function symbolsOf(object: object): Map<string | undefined, symbol> {
  const symbols = Object.getOwnPropertySymbols(object)
  return new Map(symbols.map((symbol) => [symbol.description, symbol]))
}

/** A response that no program sees: its events do not reach an `emit` that a tool replaced. */
export function throwAwayResponse(): ServerResponse {
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  return Object.defineProperty(res, 'emit', { value: () => false })
}

function withoutSwitchedOff(detected: Capabilities, setting: string): Capabilities {
  const names = setting.split(',').flatMap((name) => name.trim() || [])
  const isOff = (name: string) => names.includes(name) || names.includes('off')
  const known = Object.keys(detected)
  const unknown = names.filter((name) => name !== 'off' && !known.includes(name))
  if (unknown.length > 0) {
    process.emitWarning(
      `WEBAPP_SHORTCUTS names no shortcut "${unknown.join('", "')}". ` +
        `Use "off", or a list of: ${known.join(', ')}.`,
    )
  }
  const entries = Object.entries(detected).map(([name, isOn]) => [name, isOn && !isOff(name)])
  return Object.fromEntries(entries) as Capabilities
}
