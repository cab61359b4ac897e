import { AsyncResource } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { Server as HttpServer, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { nextTick, setImmediate, throwLater } from '../../http/timers.ts'
import { capabilities, destroysQueuedResponses, serverFieldWith, symbolsOf } from '../internals.ts'
import { readHead, UNUSUAL, WITHOUT_BODY } from '../request/raw-headers.ts'
import { endUnread, startWaiting, stopWaiting } from '../request/stream.ts'
import { hasNodesEvents, isDetachedByNode, isPreparedByNode } from '../response/pristine.ts'
import {
  detachSignal,
  kEndCallbacks,
  kFinished,
  kKind,
  kLane,
  kScanned,
  kScope,
  type LaneConnection,
  type LaneRequest,
  type LaneResponse,
  type OnIncoming,
  type Parser,
} from './lane-messages.ts'
import { startReading } from './reader.ts'

// From the second request of a connection on, this module does what Node's server does between its
// HTTP parser and the application: it constructs the response, keeps the order of pipelined
// responses, and ends a response. Node's parser still reads every byte. What is unusual goes to
// Node's own function (docs/decisions/0018).

/** Batches of fewer requests gain nothing. */
const WORTHWHILE = 3

/** After this many batches in a row with fewer, the next requests are not queued for a while. */
const LONELY = 8
const AT_ONCE = 32

/** As how many bytes of a waiting response a request counts that Node handles later. */
const HELD_SIZE = 1024

const starts = channel('http.server.request.start')
const finishes = channel('http.server.response.finish')

const opened = new WeakSet<Server>()

type ResponseClass = new (req: LaneRequest, options: object) => ServerResponse

/** Counts the bytes of responses behind another one, and reads on when few enough are left. */
type CountPending = (size: number) => void

/** Opens a lane on each connection of a server, as soon as the connection has a second request. */
export function openLanes(server: Server, connections: readonly LaneConnection[] = []): void {
  if (!capabilities.lane || opened.has(server) || isUnusual(server)) return
  opened.add(server)
  const event = server instanceof HttpServer ? 'connection' : 'secureConnection'
  server.on(event, (socket: LaneConnection) => {
    waitForSecond(server, socket)
    startReading(server, socket)
  })
  for (const socket of connections) waitForSecond(server, socket)
}

/**
 * The first request of a connection is Node's, because some clients send no second one; and so are
 * those that arrive before its response is finished.
 */
function waitForSecond(server: Server, socket: LaneConnection): void {
  const { parser } = socket
  const onIncoming = parser?.onIncoming
  if (!(socket instanceof Socket) || !parser || typeof onIncoming !== 'function') return
  const nodes: OnIncoming = (req, keepAlive) => inScope(socket, () => onIncoming(req, keepAlive))
  let countPending: CountPending | undefined
  parser.onIncoming = (req, keepAlive) => {
    if (countPending === undefined || socket._httpMessage) {
      const result = nodes(req, keepAlive)
      const { _httpMessage: res } = socket
      countPending ??= (res as LaneResponse | null | undefined)?._onPendingData
      return result
    }
    const lane = new Lane(server, socket, nodes, countPending)
    parser.onIncoming = (next, isKept) => lane.receive(next, isKept)
    return lane.receive(req, keepAlive)
  }
}

/** Calls a function in the async context of a connection. Node's parser calls in its own. */
function inScope<Result>(socket: LaneConnection, call: () => Result): Result {
  const { [kScope]: scope, [kKind]: kind } = socket
  return scope === undefined || kind === undefined ? call() : scope.runInAsyncScope(call)
}

/** The lanes whose request is dispatched in the next `setImmediate`. */
let batch: Lane[] = []

/** How many small batches came in a row, and how many of the next requests are not queued. */
let lonely = 0
let atOnce = 0

class Lane {
  readonly #server: Server
  readonly #socket: LaneConnection
  readonly #parser: Parser
  readonly #nodes: OnIncoming
  readonly #options: object
  readonly #uniqueHeaders: unknown
  /** The async context of the requests on this connection. */
  readonly scope: AsyncResource
  readonly #countPending: CountPending
  readonly #addPending: CountPending = (size) => {
    this.#pending += size
    this.#countPending(size)
  }
  /** What Node adds to the keep-alive timeout; undefined if that is not known. */
  readonly #grace: number | undefined
  /** Whether a request may wait: then the end of the connection dispatches it first. */
  readonly #mayWait: boolean
  /** The response that is being sent. */
  #current: LaneResponse | undefined
  /** The responses behind it. */
  #queue: LaneResponse[] = []
  /** Requests for Node's own function, behind responses of the lane. */
  #held: [req: LaneRequest, keepAlive: boolean][] = []
  /** Bytes of responses that are behind another one. */
  #pending = 0
  /** Whether a request waits for the others of its batch. */
  isWaiting = false
  /** Delivers the body of the waiting request. */
  #deliverBody: (() => void) | undefined
  /** Whether the connection was handed over, so that its end is no news for requests before. */
  #isUpgraded = false
  #isAssignedByNode = false

  constructor(
    server: Server,
    socket: LaneConnection,
    nodes: OnIncoming,
    countPending: CountPending,
  ) {
    this.#server = server
    this.#socket = socket
    this.#parser = socket.parser as Parser
    this.#nodes = nodes
    this.#countPending = countPending
    this.scope = socket[kScope] ?? new AsyncResource('webapp.connection')
    this.#options = {
      highWaterMark: socket.writableHighWaterMark,
      rejectNonStandardBodyWrites: (server as { rejectNonStandardBodyWrites?: boolean })
        .rejectNonStandardBodyWrites,
    }
    this.#uniqueHeaders = kUniqueHeaders && fieldsOf(server)[kUniqueHeaders]
    this.#grace = graceOf(server, socket)
    this.#mayWait = capabilities.batching && isPlain(socket) && this.#watchErrors()
    socket[kLane] = this
    socket.on('close', () => this.#close())
  }

  /** Takes a request from Node's parser. The result tells the parser whether to go on. */
  receive(req: LaneRequest, keepAlive: boolean): number {
    if (this.isWaiting) this.dispatch()
    const isBusy = this.#current !== undefined
    if (req.upgrade && isBusy) {
      if (wouldUpgrade(this.#server, req)) {
        this.#isUpgraded = true
        return this.#nodes(req, keepAlive)
      }
      req.upgrade = false
    }
    const Response = responseClass(this.#server)
    const isTaken = Response !== undefined && this.#takes(req)
    const kind = isTaken ? (this.#socket[kKind] ?? readHead(req)) : UNUSUAL
    if (Response !== undefined && kind !== UNUSUAL && this.#held.length === 0) {
      this.#take(req, keepAlive, Response, kind)
      return 0
    }
    if (!isBusy) return this.#nodes(req, keepAlive)
    this.#held.push([req, keepAlive])
    this.#addPending(HELD_SIZE)
    this.#pauseIfFull()
    return 0
  }

  /** Whether Node would do nothing with this request but to emit it. */
  #takes(req: LaneRequest): boolean {
    const { _httpMessage: sending } = this.#socket
    return (
      (sending ?? undefined) === this.#current &&
      this.#grace !== undefined &&
      !req.upgrade &&
      !this.#server.maxRequestsPerSocket &&
      !starts.hasSubscribers &&
      !finishes.hasSubscribers &&
      isPreparedByNode()
    )
  }

  #take(req: LaneRequest, keepAlive: boolean, Response: ResponseClass, kind: number): void {
    const server = this.#server
    const socket = this.#socket
    const isFirst = this.#current === undefined
    // A timeout that the program set is kept, unless the time between two requests replaced it.
    if (isFirst && server.keepAliveTimeout) socket.setTimeout(server.timeout || 0)
    this.#pauseIfFull()
    const res = new Response(req, this.#options) as LaneResponse
    res._keepAliveTimeout = server.keepAliveTimeout
    res._maxRequestsPerSocket = server.maxRequestsPerSocket
    res._onPendingData = this.#addPending
    res.shouldKeepAlive = keepAlive
    if (kUniqueHeaders !== undefined) fieldsOf(res)[kUniqueHeaders] = this.#uniqueHeaders
    res[kLane] = this
    if (isFirst) this.#assign(res)
    else this.#queue.push(res)
    res.on('finish', onFinish)
    // Only a body that has arrived as a whole can wait too.
    const isWhole = kind === WITHOUT_BODY || socket[kKind] !== undefined
    if (isFirst && isWhole && this.#mayWait && this.#isBatched(req)) this.#wait()
    else inScope(socket, () => server.emit('request', req, res))
  }

  #assign(res: LaneResponse): void {
    this.#current = res
    // Node also listens to the 'close' event for each response.
    this.#isAssignedByNode = !hasNodesEvents(res)
    if (this.#isAssignedByNode) {
      res.assignSocket(this.#socket)
      return
    }
    this.#socket._httpMessage = res
    res.socket = this.#socket
    // Of a response that waited: `destroy` and `setTimeout` without a socket listen to this event.
    if (res._events.socket !== undefined) res.emit('socket', this.#socket)
  }

  #detach(res: LaneResponse): void {
    if (this.#isAssignedByNode || !isDetachedByNode(res)) {
      res.detachSocket(this.#socket)
      return
    }
    this.#socket._httpMessage = null
    res.socket = null
  }

  /** As Node does: a client that does not read its responses is not read either. */
  #pauseIfFull(): void {
    const socket = this.#socket
    if (socket._paused) return
    if (!socket.writableNeedDrain && this.#pending < socket.writableHighWaterMark) return
    socket._paused = true
    socket.pause()
  }

  // From here to `flush`: requests that arrived together.

  #isBatched(req: LaneRequest): boolean {
    if (batch.length === 0 && atOnce > 0) {
      atOnce--
      return false
    }
    // A program that replaces `emit` of the server may look at its result, or catch what is thrown.
    return (
      this.#server.emit === HttpServer.prototype.emit &&
      (this.#parser._consumed === true || this.#socket[kScanned] === true) &&
      startWaiting(req)
    )
  }

  #wait(): void {
    this.isWaiting = true
    batch.push(this)
    if (batch.length === 1) setImmediate(flush)
  }

  /** Keeps the body of the waiting request until its handlers have run. */
  postpone(deliverBody: () => void): void {
    this.#deliverBody = deliverBody
  }

  /** Runs the handlers of the waiting request in the async context of its connection. */
  run(): void {
    if (!this.isWaiting) return
    const deliverBody = this.#deliverBody
    this.#deliverBody = undefined
    this.scope.runInAsyncScope(this.dispatch, this)
    deliverBody?.()
  }

  dispatch(): void {
    this.isWaiting = false
    const res = this.#current
    if (res === undefined) return
    const { req } = res
    // Without batching, handlers run before the end of the request is known.
    const isWhole = stopWaiting(req)
    if (isWhole) req.complete = false
    this.#server.emit('request', req, res)
    if (!isWhole) return
    req.complete = true
    req.push(null)
  }

  /** Makes everything that follows a waiting request on its connection dispatch the request first. */
  #watchErrors(): boolean {
    const slot = executeSlot(this.#parser)
    const slots = this.#parser as unknown as Record<string, Slot>
    const onExecute = slots[slot ?? '']
    if (slot === undefined || onExecute === undefined) return false
    slots[slot] = (result, ...rest) => {
      // The result is the number of bytes, or the error of the parser.
      if (typeof result !== 'number') this.run()
      onExecute(result, ...rest)
    }
    const dispatchFirst = () => this.#runSafely()
    this.#socket.prependListener('end', dispatchFirst)
    this.#socket.prependListener('error', dispatchFirst)
    return true
  }

  // An error that a request listener throws must not reach the listeners of the connection.
  #runSafely(): void {
    try {
      this.run()
    } catch (error) {
      throwLater(error)
    }
  }

  // From here on: the end of a response.

  /** Whether this response may end without Node's `end`: nothing listens to it, or holds it back. */
  mayEnd(res: LaneResponse): boolean {
    return (
      this.#current === res &&
      isUnheard(res) &&
      this.#socket.writableCorked === 0 &&
      res.writableCorked === 0
    )
  }

  finish(res: LaneResponse): void {
    if (this.#current !== res) return
    const { req } = res
    const socket = this.#socket
    if (!req._consuming && !req._readableState.resumeScheduled) req._dump()
    detachSignal(req)
    if (socket._httpMessage === res) this.#detach(res)
    this.#current = undefined
    clearIncoming(this.#parser, req)
    if (!isUnheard(res)) nextTick(emitClose, res)
    else if (closing.push(res) === 1) nextTick(closeAll)
    if (res._last) socket.destroySoon()
    else this.#next()
  }

  #next(): void {
    const next = this.#queue.shift()
    if (next !== undefined) {
      this.#assign(next)
      // Else `assignSocket` did.
      if (!this.#isAssignedByNode) next._flush()
      return
    }
    const { keepAliveTimeout } = this.#server
    if (keepAliveTimeout > 0 && keepAliveTimeout < Number.POSITIVE_INFINITY)
      this.#socket.setTimeout(keepAliveTimeout + (this.#grace ?? 0))
    if (this.#held.length > 0) this.scope.runInAsyncScope(this.#release, this)
  }

  #release(): void {
    const held = this.#held
    this.#held = []
    for (const [req, keepAlive] of held) {
      if (!this.#socket.destroyed) this.#nodes(req, keepAlive)
    }
    this.#addPending(-HELD_SIZE * held.length)
  }

  #close(): void {
    const current = this.#current
    const queue = this.#queue
    this.#held = []
    this.#queue = []
    // A response that closed the connection is finished, and others may be behind it.
    if (!this.#isUpgraded) abort(current, queue)
    // The program may have detached the response, to use the connection itself.
    if (current !== undefined && this.#socket._httpMessage === current) emitClose(current)
  }
}

function flush(): void {
  const lanes = batch
  batch = []
  lonely = lanes.length < WORTHWHILE ? lonely + 1 : 0
  atOnce = lonely < LONELY ? 0 : AT_ONCE
  let at = 0
  try {
    while (at < lanes.length) lanes[at++]?.run()
  } finally {
    // A handler threw past its router, which ends the process or reaches `uncaughtException`.
    if (at < lanes.length) {
      batch = [...lanes.slice(at), ...batch]
      setImmediate(flush)
    }
  }
}

/**
 * What the socket has to call when it has sent this response, which is about to be written as a
 * whole; undefined if Node has to end the response.
 */
export function whenSent(response: ServerResponse): WhenSent | undefined {
  const res = response as LaneResponse
  const lane = res[kLane] as Lane | undefined
  return lane?.mayEnd(res) ? (error) => finishSent(res, lane, error) : undefined
}

export type WhenSent = (error?: Error | null) => void

/** Ends a response that was written to the socket with the result of `whenSent`. */
export function endWritten(response: ServerResponse, callback: WhenSent | undefined): void {
  const res = response as LaneResponse
  if (callback === undefined) {
    res.end()
    return
  }
  res.finished = true
  res._finish()
}

// Listeners that were added since are called as usual.
function finishSent(res: LaneResponse, lane: Lane, error: Error | null | undefined): void {
  if (error || res.socket?._hadError || res.errored) return
  if (kFinished !== undefined) markFinished(res, kFinished)
  if (isUnheard(res)) lane.finish(res)
  else res.emit('finish')
}

function markFinished(res: LaneResponse, field: symbol): void {
  const fields = fieldsOf(res)
  fields[field] = true
  if (kEndCallbacks === undefined) return
  const callbacks = fields[kEndCallbacks] as ((error: null) => void)[] | null
  fields[kEndCallbacks] = null
  for (const callback of callbacks ?? []) callback(null)
}

function onFinish(this: LaneResponse): void {
  ;(this[kLane] as Lane).finish(this)
}

/** Whether nothing but the lane listens to a response, and no tool replaced its `emit`. */
function isUnheard(res: LaneResponse): boolean {
  return res._eventsCount === 1 && res._events.finish === onFinish && hasNodesEvents(res)
}

/** Finished responses to which nothing listens: they close in one tick, as those of one batch do. */
let closing: LaneResponse[] = []

function closeAll(): void {
  const responses = closing
  closing = []
  for (const res of responses) {
    if (isUnheard(res) && res.req._eventsCount === 0) emitClose(res)
    // A listener that was added since must not run in the async context of another request.
    else (res[kLane] as Lane).scope.runInAsyncScope(nextTick, undefined, emitClose, res)
  }
}

function emitClose(res: LaneResponse): void {
  if (res._closed) return
  res.destroyed = true
  res._closed = true
  if (isUnheard(res)) endUnread(res.req)
  else res.emit('close')
}

/** Lets go of a request, once its stream has ended. */
function clearIncoming(parser: Parser, req: LaneRequest): void {
  if (parser.incoming !== req) return
  if (req.readableEnded) parser.incoming = null
  else {
    req.on('end', () => {
      if (parser.incoming === req) parser.incoming = null
    })
  }
}

/** What Node does with the requests and responses of a connection that was closed. */
function abort(current: LaneResponse | undefined, queue: readonly LaneResponse[]): void {
  current?.req.destroy(connectionReset())
  for (const { req } of queue) req.destroy(connectionReset())
  if (destroysQueuedResponses) for (const res of queue) res.destroy(connectionReset())
}

function connectionReset(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}

/** Since Node 22 a server decides by this option which requests are upgrades. */
type DecidingServer = Server & { shouldUpgradeCallback?(req: LaneRequest): unknown }

/** Whether Node would give this request to the `upgrade` or `connect` listeners. */
function wouldUpgrade(server: DecidingServer, req: LaneRequest): boolean {
  if (req.method === 'CONNECT') return true
  if (server.shouldUpgradeCallback) return Boolean(server.shouldUpgradeCallback(req))
  return server.listenerCount('upgrade') > 0
}

/**
 * What Node adds to the keep-alive timeout of this connection: nothing or a second, in newer
 * versions an option. Node has set the timeout behind the first response.
 */
function graceOf(server: Server, socket: Socket): number | undefined {
  const { keepAliveTimeout } = server
  if (!keepAliveTimeout) return 0
  const grace = (socket.timeout ?? 0) - keepAliveTimeout
  const { keepAliveTimeoutBuffer: option } = server as { keepAliveTimeoutBuffer?: unknown }
  return grace === 0 || grace === 1000 || grace === option ? grace : undefined
}

// With TLS and other streams, the end of a connection can arrive together with its request.
function isPlain(socket: Socket): boolean {
  return Object.getPrototypeOf(socket) === Socket.prototype
}

/** A member of Node's parser that Node calls. */
type Slot = ((...args: unknown[]) => void) | undefined

/** Where Node's parser keeps the function that it calls after each chunk. */
function executeSlot(parser: Parser): string | undefined {
  const slots = parser as unknown as Record<string, Slot>
  knownSlot ??= Object.keys(slots).find((key) => slots[key]?.name === 'bound onParserExecute')
  return knownSlot
}

let knownSlot: string | undefined

/** Options of a server with which Node handles its requests in another way. */
function isUnusual(server: Server): boolean {
  const optimises = symbolsOf(server).get('OptimizeEmptyRequestsOption')
  const { httpAllowHalfOpen } = server as { httpAllowHalfOpen?: boolean }
  return Boolean(httpAllowHalfOpen || (optimises && fieldsOf(server)[optimises]))
}

const sample = new HttpServer()
const kResponse = serverFieldWith(sample, ServerResponse)
const kUniqueHeaders = symbolsOf(sample).get('kUniqueHeaders')

/** The class with which a server constructs responses, if it is one of an application. */
function responseClass(server: Server): ResponseClass | undefined {
  if (kResponse === undefined) return undefined
  const Response = fieldsOf(server)[kResponse] as ResponseClass
  return Response === ServerResponse ? undefined : Response
}

function fieldsOf(object: object): Record<symbol, unknown> {
  return object as Record<symbol, unknown>
}
