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
  kRequest,
  type LaneRequest,
  type LaneResponse,
  requestOf,
} from './connection.ts'
import { abort, emitClose } from './response-end.ts'
import type { ResponseClass } from './server-traits.ts'

// Requests without a connection: what Node's server does between its parser and the 'request' event,
// and after the response, for one request that is known to be valid.

/** The connection of a direct request, as the handlers see it. */
export interface DirectConnection extends Duplex, HeadTaker {
  /** Called when everything was written. */
  endResponse(): void
  /** Calls `endResponse` when everything was written. */
  endAlone(): void
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
const kRequestClass = serverFieldWith(sample, IncomingMessage)
const kResponseClass = serverFieldWith(sample, ServerResponse)

const { emit } = EventEmitter.prototype
const nodesOwn = ServerResponse.prototype as LaneResponse

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
  const Request = (kRequestClass && fields[kRequestClass]) as typeof IncomingMessage
  const Response = (kResponseClass && fields[kResponseClass]) as ResponseClass
  const req = new Request(socket as never)
  req.httpVersionMajor = 1
  req.httpVersionMinor = 1
  req.httpVersion = '1.1'
  req.method = method
  req.url = path
  setHeaderLines(req, headers)
  const res = new Response(req as LaneRequest, {
    highWaterMark: socket.writableHighWaterMark,
  }) as LaneResponse
  res[kRequest] = req as LaneRequest
  res.shouldKeepAlive = false
  announceHeadOf(res, socket)
  socket.on('close', onClose)
  socket.on('drain', onDrain)
  res.assignSocket(socket as never)
  // A program may replace `res.req` and `req.socket`.
  const finish = onFinish.bind(undefined, res, socket as DirectConnection & Connection)
  res.on('finish', finish)
  res._finish = () => {
    nodesOwn._finish.call(res)
    // The client has its response also if a program has removed the listener.
    if (!res.listeners('finish').includes(finish)) socket.endAlone()
  }
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
  const req = res && requestOf(res as LaneResponse)
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

function onFinish(res: LaneResponse, socket: DirectConnection & Connection): void {
  const req = requestOf(res)
  if (!req._consuming && !req._readableState.resumeScheduled) req._dump()
  detachSignal(req)
  if (socket._httpMessage === res) res.detachSocket(socket)
  nextTick(emitClose, res)
  socket.endResponse()
}
