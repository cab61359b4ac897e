import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { nextTick } from '../../runtime/timers.ts'
import { capabilities, serverFieldWith } from '../internals.ts'
import { announceHeadOf, type HeadTaker } from '../response/announced-head.ts'
import {
  type Connection,
  detachSignal,
  kNeedDrain,
  type LaneRequest,
  type LaneResponse,
} from './connection.ts'
import { abort, emitClose } from './response-end.ts'
import type { ResponseClass } from './server-traits.ts'

// Requests without a connection: what Node's server does between its parser and the 'request' event,
// and after the response, for one request that is known to be valid.

/** The connection of a direct request, as the handlers see it. */
export interface DirectConnection extends Duplex, HeadTaker {
  /** Called when everything was written. */
  endResponse(): void
}

/** A valid request of HTTP/1.1 without an `Expect` header, whose client closes the connection. */
interface DirectHead {
  readonly method: string
  readonly path: string
  /** Names and values in turn. */
  readonly headers: string[]
}

export interface DirectExchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

const starts = channel('http.server.request.start')
const finishes = channel('http.server.response.finish')

const sample = new Server()
const kRequest = serverFieldWith(sample, IncomingMessage)
const kResponse = serverFieldWith(sample, ServerResponse)

const { emit } = EventEmitter.prototype

/**
 * Whether a server may get requests without a connection: no tool waits for the events of a
 * connection, and Node works as it is known to.
 */
export function takesDirectRequests(server: Server): boolean {
  return (
    capabilities.directRequests &&
    !starts.hasSubscribers &&
    !finishes.hasSubscribers &&
    server.emit === emit
  )
}

/** Constructs a request and its response on this connection, as Node's server would. */
export function createExchange(
  server: Server,
  socket: DirectConnection,
  { method, path, headers }: DirectHead,
): DirectExchange {
  const fields = server as unknown as Record<symbol, unknown>
  const Request = (kRequest && fields[kRequest]) as typeof IncomingMessage
  const Response = (kResponse && fields[kResponse]) as ResponseClass
  const req = new Request(socket as never)
  req.httpVersionMajor = 1
  req.httpVersionMinor = 1
  req.httpVersion = '1.1'
  req.method = method
  req.url = path
  setHeaderLines(req, headers)
  const res = new Response(req as LaneRequest, { highWaterMark: socket.writableHighWaterMark })
  res.shouldKeepAlive = false
  announceHeadOf(res)
  socket.on('close', onClose)
  socket.on('drain', onDrain)
  res.assignSocket(socket as never)
  res.on('finish', onFinish)
  return { req, res }
}

/** Gives a message its header lines, which it parses when a program reads them. */
export function setHeaderLines(message: IncomingMessage, lines: string[]): void {
  const target = message as IncomingMessage & { _addHeaderLines(lines: string[], n: number): void }
  target._addHeaderLines(lines, lines.length)
}

/** Reports that a connection timed out, as Node's server does. Destroys it if nothing listens. */
export function expireConnection(connection: DirectConnection): void {
  const { server } = connection as { readonly server?: Server }
  const res = (connection as unknown as Connection)._httpMessage
  const req = res?.req
  const isHeard = [
    req && !req.complete && req.emit('timeout', connection),
    res?.emit('timeout', connection),
    server?.emit('timeout', connection),
  ]
  if (!isHeard.includes(true)) connection.destroy()
}

/** The trailers that a response has so far, as lines of text. */
export function trailersOf(res: ServerResponse): string {
  return (res as ServerResponse & { readonly _trailer?: string })._trailer ?? ''
}

// Before Node's own listener, which emits 'close' on the response.
function onClose(this: Connection): void {
  const { _httpMessage: res } = this
  if (res) abort(res as LaneResponse, [])
}

function onDrain(this: Connection): void {
  const { _httpMessage: res } = this
  if (!res?.writableNeedDrain || kNeedDrain === undefined) return
  ;(res as unknown as Record<symbol, unknown>)[kNeedDrain] = false
  res.emit('drain')
}

function onFinish(this: ServerResponse): void {
  const res = this as LaneResponse
  const req: LaneRequest = res.req
  const socket = req.socket as Connection & DirectConnection
  if (!req._consuming && !req._readableState.resumeScheduled) req._dump()
  detachSignal(req)
  if (socket._httpMessage === res) res.detachSocket(socket)
  nextTick(emitClose, res)
  socket.endResponse()
}
