import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import timers from 'node:timers'
import { isWrittenWith } from '../internals.ts'

// A processor runs code faster that it has run a moment ago. So all requests that came in together
// are read first, and answered behind each other then (docs/decisions/0015).

/** A request that may have to wait for its turn. */
interface Waiting extends IncomingMessage {
  [kTurn]?: number | Wait
}

/** A connection as Node's server knows it: with the response that is next to be sent. */
interface Connection extends Socket {
  readonly _httpMessage?: (ServerResponse & { readonly req: Waiting }) | null
  readonly server: Server
}

type Arrival = [req: Waiting, res: ServerResponse]

const kTurn = Symbol('webapp.turn')

const BORN = 0
/** The listeners of its server have been told of it. */
const HAD = 1

/** Knows the context in which a request came in, as long as it waits. */
class Wait extends AsyncResource {
  /** Whether Node's parser has seen the end of the request. */
  isWhole = false
}

/** Tests stop the clock: then it would never come to the turn of a request. */
const { setImmediate: later } = timers
const hasTurns = isWrittenWith(later, 'new Immediate')

/** Fewer requests gain nothing by being read together. */
const COMPANY = 3

/** After so many turns with fewer, the next requests do not wait, for a while. */
const LONELY = 8
const AT_ONCE = 32

/** How many requests wait, and how many have in this turn. */
let waiting = 0
let together = 0

/** How many turns in a row had fewer, and how many requests need not wait now. */
let lonely = 0
let atOnce = 0

/** For requests that are being made: the one before it on its connection waits no longer. */
export function startTurn(req: IncomingMessage): void {
  ;(req as Waiting)[kTurn] = BORN
  if (hasTurns) catchUp(req.socket as Connection)
}

/** Lets the requests of a server, if they have no body, wait until all that came in were read. */
export function takeTurns(server: Server): void {
  if (!hasTurns || Object.hasOwn(server, 'emit')) return
  Object.defineProperty(server, 'emit', { configurable: true, writable: true, value: emitInTurn })
}

/**
 * For Node's parser, which goes on with a request that waits. True for the end of one, which comes
 * when it had its turn.
 */
export function holdsBack(req: Waiting, chunk: unknown): boolean {
  const { [kTurn]: wait } = req
  if (typeof wait !== 'object') return false
  if (chunk === null) {
    wait.isWhole = true
    return true
  }
  catchUp(req.socket as Connection)
  return false
}

// It stands before all listeners, and all who replaced the `emit` of Node's servers: to them the
// request comes in when it has its turn.
function emitInTurn(this: Server, event: string, ...args: unknown[]): boolean {
  if (event === 'request' && mayWait(this, args as Arrival)) {
    wait(args as Arrival)
    return true
  }
  if (event === 'clientError') catchUp(args[1] as Connection)
  return emit(this, event, args)
}

function emit(server: Server, event: string, args: unknown[]): boolean {
  return Object.getPrototypeOf(server).emit.call(server, event, ...args)
}

/**
 * Whether Node's parser has just read this request, as the only one on its connection, and nothing
 * follows it: those who read a body hear of it in the same turn and context as ever.
 */
function mayWait(server: Server, [req, res]: Arrival): boolean {
  if (req?.[kTurn] !== BORN) return false
  req[kTurn] = HAD
  // Whoever stands before us may look at what was done, or catch what was thrown.
  if ((server.emit as unknown) !== emitInTurn) return false
  const socket = req.socket as Connection
  if (socket.server !== server || socket._httpMessage !== res) return false
  return isWorthIt() && !hasBody(req.rawHeaders) && isSteady(socket)
}

/** To wait costs more than it gains while clients come one by one. */
function isWorthIt(): boolean {
  if (waiting > 0 || atOnce === 0) return true
  atOnce--
  return false
}

/** By its headers, one of which announces a body (RFC 9112, section 6). */
function hasBody(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const { length } = rawHeaders[at] as string
    if ((length === 14 || length === 17) && ANNOUNCES.test(rawHeaders[at] as string)) return true
  }
  return false
}

const ANNOUNCES = /^(?:content-length|transfer-encoding)$/i

function wait([req, res]: Arrival): void {
  req[kTurn] = new Wait('webapp.turn')
  waiting++
  together++
  later(takeTurn, req, res)
}

function takeTurn(req: Waiting, res: ServerResponse): void {
  const { [kTurn]: wait } = req
  if (typeof wait !== 'object') return
  req[kTurn] = HAD
  noteTurn()
  // Handlers are called before the end of a request is known, and only then it ends.
  if (wait.isWhole) req.complete = false
  emit((req.socket as Connection).server, 'request', [req, res])
  if (wait.isWhole) {
    req.complete = true
    req.push(null)
  }
}

function noteTurn(): void {
  waiting--
  if (waiting > 0) return
  lonely = together < COMPANY ? lonely + 1 : 0
  atOnce = lonely < LONELY ? 0 : AT_ONCE
  together = 0
}

/** What waits is as old as the connection's own news, and is heard of before them. */
function catchUp(socket: Connection | null | undefined): void {
  const res = socket?._httpMessage
  const wait = res?.req?.[kTurn]
  if (typeof wait === 'object') wait.runInAsyncScope(takeTurn, undefined, res?.req, res)
}

/**
 * Connections whose end is read behind an answer that waits for a promise or an immediate. They are not
 * marked themselves: with one more field they would run through other code than they did before.
 */
const steady = new WeakSet<Connection>()

/**
 * With TLS, and from other streams, the end may come with the request; and so it may with the first
 * of a connection, from clients that ask once.
 */
function isSteady(socket: Connection): boolean {
  if (steady.has(socket)) return true
  if (Object.getPrototypeOf(socket) === Socket.prototype) meet(socket)
  return false
}

function meet(socket: Connection): void {
  steady.add(socket)
  // One that broke is read to its end at once.
  socket.prependListener('end', onEnd)
}

// What a listener of the request throws is nothing to those who listen to the connection.
function onEnd(this: Connection): void {
  try {
    catchUp(this)
  } catch (error) {
    process.nextTick(() => {
      throw error
    })
  }
}
