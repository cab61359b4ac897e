import { AsyncResource } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { Server as HttpServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { throwLater } from '../../runtime/timers.ts'
import { capabilities, warnOfUnknownNode } from '../internals.ts'
import { readHead, shortLength, UNUSUAL, WITHOUT_BODY } from '../request/raw-headers.ts'
import { startWaiting, stopWaiting, takeHeld } from '../request/stream.ts'
import { hasNodesEvents, isDetachedByNode, isPreparedByNode } from '../response/pristine.ts'
import { comesAlone, joinBatch } from './batch.ts'
import {
  type Connection,
  detachSignal,
  kLane,
  type LaneRequest,
  type LaneResponse,
  type OnIncoming,
  type Parser,
  requestOf,
} from './connection.ts'
import { abort, clearIncoming, closeNext, emitClose, isUnheard, onFinish } from './response-end.ts'
import {
  executeSlot,
  fieldsOf,
  findSlot,
  graceOf,
  isPlain,
  isUnusual,
  kUniqueHeaders,
  type ResponseClass,
  responseClass,
  type Slot,
} from './server-traits.ts'
import { wouldUpgrade } from './upgrade-choice.ts'

// From the second request of a connection on, this module does what Node's server does between its
// HTTP parser and the application: it constructs the response, keeps the order of pipelined
// responses, and ends a response. Unusual requests go to Node's own function
// (docs/decisions/0018).

/**
 * The size of a response is not known while its request is held. Each held request counts as this many
 * waiting bytes, so that a client that sends many of them is no longer read.
 */
const HELD_SIZE = 1024

const HEAD_END = '\r\n\r\n'

const starts = channel('http.server.request.start')
const finishes = channel('http.server.response.finish')

const opened = new WeakSet<Server>()

/** Counts the bytes of queued responses, and resumes reading when few enough are left. */
type CountPending = (size: number) => void

/** Opens a lane on each connection of a server, as soon as the connection has a second request. */
export function openLanes(server: Server, connections: readonly Connection[] = []): void {
  warnOfUnknownNode()
  if (!capabilities.lane || opened.has(server) || isUnusual(server)) return
  opened.add(server)
  const event = server instanceof HttpServer ? 'connection' : 'secureConnection'
  server.on(event, (socket: Connection) => waitForSecond(server, socket))
  for (const socket of connections) waitForSecond(server, socket)
}

/**
 * The first request of a connection is Node's, because some clients send no second one; and so are
 * those that arrive before its response is finished.
 */
function waitForSecond(server: Server, socket: Connection): void {
  const { parser } = socket
  const nodes = parser?.onIncoming
  if (!(socket instanceof Socket) || !parser || typeof nodes !== 'function') return
  let countPending: CountPending | undefined
  let lane: Lane | undefined
  // This function stays: another module may have put its own in front of it.
  parser.onIncoming = (req, keepAlive) => {
    if (lane !== undefined) return lane.receive(req, keepAlive)
    if (countPending === undefined || socket._httpMessage) {
      const result = nodes(req, keepAlive)
      const { _httpMessage: res } = socket
      countPending ??= (res as LaneResponse | null | undefined)?._onPendingData
      return result
    }
    lane = new Lane(server, socket, nodes, countPending)
    return lane.receive(req, keepAlive)
  }
}

/** Whether a request has emitted all of its events. */
function isOver(req: LaneRequest | undefined): boolean {
  return req === undefined || req._readableState.closeEmitted
}

function pushBody(req: LaneRequest, body: Buffer): void {
  if (!req._dumped) req.push(body)
}

function pushEnd(req: LaneRequest): void {
  req.complete = true
  req.push(null)
}

/**
 * Whether the program goes on after an exception. Node's parser refuses what follows an exception in
 * a body, so such a body cannot be delivered outside of the parser.
 */
function survivesExceptions(): boolean {
  return (
    process.listenerCount('uncaughtException') > 0 ||
    process.hasUncaughtExceptionCaptureCallback() ||
    // node:domain was loaded, which makes `process.domain` an accessor.
    Object.getOwnPropertyDescriptor(process, 'domain')?.get !== undefined
  )
}

/** Where Node's parser keeps the function for headers, and Node's function. */
let headersSlot: string | undefined
let nodesOnHeaders: Slot

/**
 * Makes the parser dispatch a waiting request before it delivers headers of the next one, which it
 * does in groups of 32. Node runs ticks after each group, in which the response must be able to
 * finish: if the parser then finds a mistake, Node sends a 400 only if no response is under way.
 *
 * Node uses a parser again for other connections, so the function stays and finds the connection.
 */
function watchHeaders(parser: Parser): boolean {
  const slots = parser as unknown as Record<string, Slot>
  headersSlot ??= findSlot(parser, 'parserOnHeaders')
  if (headersSlot === undefined) return false
  if (slots[headersSlot] === onHeaders) return true
  if (slots[headersSlot]?.name !== 'parserOnHeaders') return false
  nodesOnHeaders = slots[headersSlot]
  slots[headersSlot] = onHeaders
  return true
}

function onHeaders(this: Parser, ...args: unknown[]): void {
  this.socket?.[kLane]?.catchUpSafely()
  nodesOnHeaders?.apply(this, args)
}

class Lane {
  readonly #server: Server
  readonly #socket: Connection
  readonly #parser: Parser
  readonly #nodes: OnIncoming
  readonly #options: object
  readonly #uniqueHeaders: unknown
  /** The async context of the requests on this connection. */
  readonly scope = new AsyncResource('webapp.connection')
  readonly #countPending: CountPending
  readonly #addPending: CountPending = (size) => {
    this.#pending += size
    this.#countPending(size)
  }
  /** The time that Node adds to the keep-alive timeout; undefined if that is not known. */
  readonly #grace: number | undefined
  /** Whether a request may wait: an error or the end of the connection then dispatch it before. */
  readonly #mayWait: boolean
  /** The response that is being sent. */
  #current: LaneResponse | undefined
  /** The responses that follow it. */
  #queue: LaneResponse[] = []
  /** Requests for Node's own function, which wait for the responses of the lane. */
  #held: [req: LaneRequest, keepAlive: boolean][] = []
  /** Bytes of the responses in the queue. */
  #pending = 0
  /** Whether a request waits for the others of its batch. */
  #isWaiting = false
  /** A request whose handlers and body were called in this turn; its end follows. */
  #ending: LaneRequest | undefined
  /** Whether the connection was upgraded: then its end does not abort earlier requests. */
  #isUpgraded = false
  #isAssignedByNode = false
  /** The last request, if it had a body. */
  #lastWithBody: LaneRequest | undefined

  constructor(server: Server, socket: Connection, nodes: OnIncoming, countPending: CountPending) {
    this.#server = server
    this.#socket = socket
    this.#parser = socket.parser as Parser
    this.#nodes = nodes
    this.#countPending = countPending
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
    this.#catchUp()
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
    const kind = isTaken ? readHead(req) : UNUSUAL
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
    // Ends the keep-alive timeout. Where there is none, a timeout of the program is kept.
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
    const previous = this.#lastWithBody
    this.#lastWithBody = kind === WITHOUT_BODY ? undefined : req
    // The events of a body whose last bytes came with this request follow its handlers.
    const mayWait = isFirst && this.#mayWait && isOver(previous)
    if (mayWait && this.#isBatched(req, kind)) this.#isWaiting = true
    else server.emit('request', req, res)
  }

  #assign(res: LaneResponse): void {
    this.#current = res
    // `assignSocket` also adds a listener to the socket for each response; the lane has one for all.
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

  // From here on: requests that arrived together.

  #isBatched(req: LaneRequest, kind: number): boolean {
    if (comesAlone()) return false
    // A program that replaces `emit` of the server may read its result, or catch an exception.
    const isBatched =
      this.#server.emit === HttpServer.prototype.emit &&
      this.#parser._consumed === true &&
      (kind === WITHOUT_BODY || (!survivesExceptions() && this.#isAlone(req))) &&
      startWaiting(req)
    if (isBatched) joinBatch(this)
    return isBatched
  }

  /** Whether the parser is reading this request with its whole body, and nothing else. */
  #isAlone(req: LaneRequest): boolean {
    const length = shortLength(req)
    if (length < 0 || length >= req.readableHighWaterMark) return false
    const bytes = this.#parser.getCurrentBuffer?.()
    return (
      bytes !== undefined && bytes.indexOf(HEAD_END) + HEAD_END.length + length === bytes.length
    )
  }

  /**
   * Runs the handlers of the waiting request in the async context of its connection, and delivers
   * its body. Returns true if `end` has to follow.
   */
  run(): boolean {
    if (!this.#isWaiting) return false
    this.#isWaiting = false
    const res = this.#current
    if (res === undefined) return false
    const { req } = res
    const body = takeHeld(req)
    // Without batching, handlers run before the end of the request is known.
    const isWhole = stopWaiting(req)
    if (isWhole) req.complete = false
    const endsNow = isWhole && body === undefined
    this.scope.runInAsyncScope(this.#dispatch, this, req, res, endsNow)
    if (body === undefined) return false
    if (isWhole) this.#ending = req
    this.scope.runInAsyncScope(pushBody, undefined, req, body)
    return isWhole
  }

  #dispatch(req: LaneRequest, res: LaneResponse, endsNow: boolean): void {
    this.#server.emit('request', req, res)
    if (endsNow) pushEnd(req)
  }

  /** Ends the stream of a request whose body was delivered. */
  end(): void {
    const req = this.#ending
    if (req === undefined) return
    this.#ending = undefined
    this.scope.runInAsyncScope(pushEnd, undefined, req)
  }

  /** Dispatches a waiting request as a whole, before anything else that its connection reports. */
  #catchUp(): void {
    this.run()
    this.end()
  }

  #watchErrors(): boolean {
    const slot = executeSlot(this.#parser)
    const slots = this.#parser as unknown as Record<string, Slot>
    const onExecute = slots[slot ?? '']
    if (slot === undefined || onExecute === undefined || !watchHeaders(this.#parser)) return false
    slots[slot] = (result, ...rest) => {
      // The result is the number of bytes, or the error of the parser.
      if (typeof result !== 'number') this.#catchUp()
      onExecute(result, ...rest)
    }
    const dispatchFirst = () => this.catchUpSafely()
    this.#socket.prependListener('end', dispatchFirst)
    this.#socket.prependListener('error', dispatchFirst)
    return true
  }

  // An error that a request listener throws must not reach the listeners of the connection.
  catchUpSafely(): void {
    try {
      this.#catchUp()
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

  closes(res: LaneResponse): boolean {
    return this.#current === res && !this.#isAssignedByNode
  }

  finish(res: LaneResponse): void {
    if (this.#current !== res) return
    const req = requestOf(res)
    const socket = this.#socket
    if (!req._consuming && !req._readableState.resumeScheduled) req._dump()
    detachSignal(req)
    if (socket._httpMessage === res) this.#detach(res)
    this.#current = undefined
    clearIncoming(this.#parser, req)
    closeNext(res)
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
    // Behind a response that closed the connection, which is no longer the current one, others may
    // wait.
    if (!this.#isUpgraded) abort(current, queue)
    // The program may have detached the response, to use the connection itself.
    if (current !== undefined && this.#socket._httpMessage === current) emitClose(current)
  }
}
