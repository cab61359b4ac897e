import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { nextTick, setImmediate } from '../../http/timers.ts'
import { capabilities } from '../internals.ts'

// A processor runs code faster that it has run a moment ago. So all requests that arrived together
// are parsed first, and then handled one after the other (docs/decisions/0015).

/** A request that may be queued. */
interface QueueableRequest extends IncomingMessage {
  [kQueue]?: number | Queued
}

/** A connection as Node's server knows it, with the response that is sent next. */
interface Connection extends Socket {
  readonly _httpMessage?: (ServerResponse & { readonly req: QueueableRequest }) | null
  readonly server: Server
}

type Arrival = [req: QueueableRequest, res: ServerResponse]

const kQueue = Symbol('webapp.queue')

const CREATED = 0
/** The server has emitted 'request' for it. */
const DISPATCHED = 1

/** The async context in which a queued request arrived. */
class Queued extends AsyncResource {
  /** Whether Node's parser has seen the end of the request. */
  isWhole = false
}

/** Batches of fewer requests gain nothing. */
const WORTHWHILE = 3

/** After this many batches in a row with fewer, the next requests are not queued for a while. */
const LONELY = 8
const AT_ONCE = 32

/** How many requests are queued now, and how many have been in this batch. */
let queued = 0
let batch = 0

/** How many small batches came in a row, and how many of the next requests are not queued. */
let lonely = 0
let atOnce = 0

/** Called by the constructor of a request: dispatches the one before it on its connection. */
export function startBatching(req: IncomingMessage): void {
  ;(req as QueueableRequest)[kQueue] = CREATED
  if (capabilities.batching) catchUp(req.socket as Connection)
}

/** Makes a server queue requests without a body until all that arrived together are parsed. */
export function batchRequests(server: Server): void {
  if (!capabilities.batching || Object.hasOwn(server, 'emit')) return
  Object.defineProperty(server, 'emit', { configurable: true, writable: true, value: emitInTurn })
}

/**
 * Called when Node's parser pushes a chunk to a request. Returns true for the end of a queued
 * request, which is pushed again after the request is dispatched.
 */
export function postponeEnd(req: QueueableRequest, chunk: unknown): boolean {
  const { [kQueue]: wait } = req
  if (typeof wait !== 'object') return false
  if (chunk === null) {
    wait.isWhole = true
    return true
  }
  catchUp(req.socket as Connection)
  return false
}

// The server's own `emit` runs before every listener, and before an `emit` that a tool put on
// Node's prototype: to them the request arrives when it is dispatched.
function emitInTurn(this: Server, event: string, ...args: unknown[]): boolean {
  if (event === 'request' && mayQueue(this, args as Arrival)) {
    enqueue(args as Arrival)
    return true
  }
  if (event === 'clientError') catchUp(args[1] as Connection)
  return emit(this, event, args)
}

function emit(server: Server, event: string, args: unknown[]): boolean {
  return Object.getPrototypeOf(server).emit.call(server, event, ...args)
}

/**
 * Whether Node's parser has just read this request, as the only one on its connection and without a
 * body: handlers that read a body must run in the same turn and context as without batching.
 */
function mayQueue(server: Server, [req, res]: Arrival): boolean {
  if (req?.[kQueue] !== CREATED) return false
  req[kQueue] = DISPATCHED
  // A program that wraps our `emit` may look at its result, or catch what a handler throws.
  if ((server.emit as unknown) !== emitInTurn) return false
  const socket = req.socket as Connection
  if (socket.server !== server || socket._httpMessage !== res) return false
  return isWorthwhile() && !announcesBody(req.rawHeaders) && isSteady(socket)
}

/** Queuing costs more than it gains while requests arrive one by one. */
function isWorthwhile(): boolean {
  if (queued > 0 || atOnce === 0) return true
  atOnce--
  return false
}

/** RFC 9112, section 6. */
function announcesBody(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const { length } = rawHeaders[at] as string
    if ((length === 14 || length === 17) && BODY_HEADER.test(rawHeaders[at] as string)) return true
  }
  return false
}

const BODY_HEADER = /^(?:content-length|transfer-encoding)$/i

function enqueue([req, res]: Arrival): void {
  req[kQueue] = new Queued('webapp.request')
  queued++
  batch++
  setImmediate(dispatch, req, res)
}

function dispatch(req: QueueableRequest, res: ServerResponse): void {
  const { [kQueue]: wait } = req
  if (typeof wait !== 'object') return
  req[kQueue] = DISPATCHED
  noteDispatch()
  // Without batching, handlers run before the end of the request is known.
  if (wait.isWhole) req.complete = false
  emit((req.socket as Connection).server, 'request', [req, res])
  if (wait.isWhole) {
    req.complete = true
    req.push(null)
  }
}

function noteDispatch(): void {
  queued--
  if (queued > 0) return
  lonely = batch < WORTHWHILE ? lonely + 1 : 0
  atOnce = lonely < LONELY ? 0 : AT_ONCE
  batch = 0
}

/** Dispatches the queued request of a connection before newer events on its socket are reported. */
function catchUp(socket: Connection | null | undefined): void {
  const res = socket?._httpMessage
  const wait = res?.req?.[kQueue]
  if (typeof wait === 'object') wait.runInAsyncScope(dispatch, undefined, res?.req, res)
}

/**
 * Connections whose 'end' event dispatches a queued request first. A set, because one more field
 * would give sockets another hidden class.
 */
const steady = new WeakSet<Connection>()

/**
 * Whether the end of the connection cannot arrive together with its request. With TLS and other
 * streams it can, and so it can with the first request on a connection, from clients that send one.
 */
function isSteady(socket: Connection): boolean {
  if (steady.has(socket)) return true
  if (Object.getPrototypeOf(socket) === Socket.prototype) makeSteady(socket)
  return false
}

function makeSteady(socket: Connection): void {
  steady.add(socket)
  // Node reads a connection that the client has closed to its end at once.
  socket.prependListener('end', onEnd)
}

// An error that a request listener throws must not reach the listeners of the connection.
function onEnd(this: Connection): void {
  try {
    catchUp(this)
  } catch (error) {
    nextTick(() => {
      throw error
    })
  }
}
