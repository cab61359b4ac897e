import type { IncomingMessage } from 'node:http'
import { nextTick } from '../../runtime/timers.ts'
import { capabilities } from '../internals.ts'
import { isContinueRefused } from '../response/expect-continue.ts'
import type { Connection } from '../server/connection.ts'
import { kHeaders } from './raw-headers.ts'
import { hasNodesStream, type NodeRequest, nodeRequest } from './replaced-members.ts'

// The stream of a request, as long as Node need not run it. To end, drain and destroy a stream costs
// more than to route a request, and most requests have a stream that nothing listens to:
//
// - A request without a body: its end is withheld and its stream left alone, unless something reads
//   it (docs/decisions/0013).
// - A body that one parser wants as a whole: the chunks go from Node's HTTP parser to the body parser,
//   past the stream (docs/decisions/0014).
//
// As soon as anything could observe the difference, `releaseStream` hands the stream to Node in the
// state that it would have by then. `stream-members.ts` has the members that notice.

/** A request with the fields that this module adds, and Node's private ones that it uses. */
export interface StreamedRequest extends NodeRequest {
  [kState]?: number | undefined
  [kTap]?: BodyTap | undefined
  [kHeld]?: Buffer | undefined
  res?: { readonly writableEnded: boolean } | undefined
  readonly _eventsCount?: number
  readonly _readableState: ReadableState
  readonly socket: Connection
}

interface ReadableState {
  readonly length: number
  flowing: boolean | null
  ended: boolean
  endEmitted: boolean
  dataEmitted: boolean
  destroyed: boolean
  closed: boolean
  closeEmitted: boolean
}

/** Receives a body chunk by chunk, without the events of a stream. */
export interface BodyTap {
  take(chunk: Buffer): void
  end(): void
  /** Goes on with stream events, because something else came to read the request too. */
  listen(): void
}

/** Bit flags of the following; `undefined` if Node runs the stream. */
export const kState = Symbol('webapp.stream')
const kTap = Symbol('webapp.tap')
/** The body of a request that waits for its turn. */
const kHeld = Symbol('webapp.held')

const OPEN = 0

// A stream that nothing reads:
/** The final handler is about to respond, so no handler will read the stream. */
const UNWANTED = 1
/** Node's parser reported the end when no handler could read it any more: it was not pushed. */
const END_WITHHELD = 2
/** Node's parser reported the end while something could still read it, and the end was pushed. */
const END_PUSHED = 4
/** The response is finished, and Node's `_dump` was skipped. */
const DUMP_SKIPPED = 8

// A stream whose body goes to a tap, in this order:
const TAPPED = 16
/** The tap has the whole body; its `end` is called in the next tick. */
const TAP_ENDING = 32
/** `end` of the tap is running. */
const TAP_ENDED = 64
/** The stream says that it is destroyed; Node would emit 'close' in the next tick. */
const DESTROY_SKIPPED = 128

// A request that arrived together with others, and waits for its turn:
const WAITING = 256
/** Node's parser has reported the end of the request. */
const WAITING_WHOLE = 512

/**
 * Leaves the stream of a request to Node, from the start. The fields are added before the request gets
 * its members. Later, V8 would search all prototypes of the application for each new field, which is slow
 * for HTTP/2.
 */
export function leaveStreamToNode(req: object): void {
  const fields = req as Record<symbol, unknown>
  fields[kState] ??= undefined
  // Our members look for the headers of HTTP/1 there.
  if (kHeaders !== undefined) fields[kHeaders] ??= undefined
}

/** Called by the constructor of a request. */
export function startStream(req: IncomingMessage): void {
  ;(req as StreamedRequest)[kState] = capabilities.unreadEnds ? OPEN : undefined
}

/**
 * Withholds the body and the end of a request until its handlers are called. Returns false if that
 * is impossible.
 */
export function startWaiting(request: IncomingMessage): boolean {
  const req = request as StreamedRequest
  if (req[kState] !== OPEN) return false
  req[kState] = WAITING
  return true
}

/** Called before `stopWaiting`. Returns the body that was withheld: the caller pushes it. */
export function takeHeld(request: IncomingMessage): Buffer | undefined {
  const req = request as StreamedRequest
  const { [kHeld]: held } = req
  if (held !== undefined) req[kHeld] = undefined
  return held
}

/** Called before the handlers. Returns true if the end was withheld: the caller pushes it. */
export function stopWaiting(request: IncomingMessage): boolean {
  const req = request as StreamedRequest
  const { [kState]: state = OPEN } = req
  if ((state & (WAITING | WAITING_WHOLE)) === 0) return false
  req[kState] = OPEN
  return state === WAITING_WHOLE
}

/** Whether no listener is on the stream, and no program replaced a member that runs it. */
function isUnobserved(req: StreamedRequest): boolean {
  return req._eventsCount === 0 && hasNodesStream(req)
}

// From here to `endUnread`: a stream that nothing reads.

/**
 * Declares that no handler is left that could read the request. Returns whether the response need not
 * wait for the end of the request: the client was not asked for its body, or there is no body, nothing
 * listens, and Node does not run the stream.
 */
export function forgoEnd(request: IncomingMessage, hasBody: boolean): boolean {
  if (isContinueRefused(request)) return true
  const req = request as StreamedRequest
  if (hasBody || req[kState] !== OPEN || !isUnobserved(req)) return false
  req[kState] = UNWANTED
  return true
}

/**
 * Called for each chunk of Node's parser, and for `null` at the end. Returns true if the chunk must
 * not go into the stream.
 */
export function interceptChunk(req: StreamedRequest, chunk: unknown): boolean {
  const { [kState]: state } = req
  if (state === undefined) return false
  if (state === TAPPED) {
    passToTap(req, chunk as Buffer | null)
    return true
  }
  if (state === WAITING) {
    if (chunk === null) req[kState] = WAITING_WHOLE
    else hold(req, chunk as Buffer)
    return true
  }
  if (chunk === null && withholdsEnd(req, state)) {
    req[kState] = END_WITHHELD | state
    return true
  }
  req[kState] = chunk === null ? END_PUSHED : undefined
  return false
}

function hold(req: StreamedRequest, chunk: Buffer): void {
  const { [kHeld]: held } = req
  req[kHeld] = held === undefined ? chunk : Buffer.concat([held, chunk])
}

function withholdsEnd(req: StreamedRequest, state: number): boolean {
  const isAnswered = state === OPEN && req.res?.writableEnded === true
  return (isAnswered || state === UNWANTED) && isUnobserved(req)
}

/**
 * Called when Node dumps a request whose response is finished. Returns true if there is nothing to
 * dump and nothing that would observe it.
 */
export function skipDump(req: StreamedRequest): boolean {
  const { [kState]: state = OPEN } = req
  if ((state & (END_WITHHELD | END_PUSHED)) === 0 || !isUnobserved(req)) return false
  req[kState] = state | DUMP_SKIPPED
  // Node's parser keeps a reference to the last request until the stream of that has ended.
  const { parser } = req.socket
  if (parser?.incoming === req) parser.incoming = null
  return true
}

/**
 * Called when the response closes. From here on Node runs the stream, with the fields of a stream
 * that was read to its end and destroyed.
 */
export function endUnread(request: IncomingMessage): void {
  const req = request as StreamedRequest
  const { [kState]: state = OPEN } = req
  if ((state & DUMP_SKIPPED) === 0) return
  // A program may have added a listener with `EventEmitter.prototype.on`, past our members.
  if (!isUnobserved(req)) {
    releaseStream(req)
    return
  }
  req[kState] = undefined
  markEnded(req)
  markClosed(req)
}

// From here to `closeTapped`: a stream whose body goes to a tap.

/** Hands the body of a request to a tap. Returns false if Node runs the stream, or it was used. */
export function startTap(req: StreamedRequest, tap: BodyTap): boolean {
  if (!capabilities.bodyTap || req[kState] !== OPEN) return false
  if (!isUnobserved(req) || !isUnused(req)) return false
  req[kState] = TAPPED
  req[kTap] = tap
  // As a reader does: the program may have paused the socket, and Node dumps a body that was not read.
  req._read(0)
  return true
}

/** Whether Node's parser is about to fill the stream, and nothing has read or ended it. */
function isUnused(req: StreamedRequest): boolean {
  const { _readableState: state } = req
  return (
    req.socket.parser?.incoming === req &&
    state.length === 0 &&
    state.flowing === null &&
    !state.ended &&
    !state.destroyed
  )
}

export function isTapped({ [kState]: state = OPEN }: StreamedRequest): boolean {
  return (state & (TAPPED | TAP_ENDING)) !== 0
}

/** Called when the tap wants no more: the rest of the body goes into the stream. */
export function stopTap(request: IncomingMessage): void {
  const req = request as StreamedRequest
  if (isTapped(req)) removeTap(req)
}

function passToTap(req: StreamedRequest, chunk: Buffer | null): void {
  if (chunk !== null) {
    req._readableState.dataEmitted = true
    req[kTap]?.take(chunk)
    return
  }
  req[kState] = TAP_ENDING
  nextTick(endTap, req)
}

// The fields of the stream are set too: `stream.finished` and others read them without our members,
// and other frameworks give a request a prototype of their own.
function endTap(req: StreamedRequest): void {
  if (req[kState] !== TAP_ENDING) return
  const { _readableState: state } = req
  const tap = removeTap(req)
  req[kState] = TAP_ENDED
  markEnded(req)
  tap?.end()
  if (req[kState] !== TAP_ENDED || !isUnobserved(req) || state.destroyed) {
    nodeRequest.destroy.call(req)
    return
  }
  req[kState] = DESTROY_SKIPPED
  state.destroyed = true
  nextTick(closeTapped, req)
}

function closeTapped(req: StreamedRequest): void {
  if (req[kState] !== DESTROY_SKIPPED) return
  if (!isUnobserved(req)) {
    releaseStream(req)
    return
  }
  req[kState] = undefined
  markClosed(req)
}

function removeTap(req: StreamedRequest): BodyTap | undefined {
  const { [kTap]: tap } = req
  req[kState] = undefined
  req[kTap] = undefined
  return tap
}

/** Hands the stream to Node, in the state that it would have by now. */
export function releaseStream(req: StreamedRequest): void {
  const { [kState]: state } = req
  if (state === undefined || state === OPEN) return
  req[kState] = undefined
  if (state & (TAPPED | TAP_ENDING)) {
    removeTap(req)?.listen()
    if (state & TAP_ENDING) nodeRequest.push.call(req, null)
  } else if (state & DESTROY_SKIPPED) {
    // Node destroys only a stream that does not say so yet.
    req._readableState.destroyed = false
    nodeRequest.destroy.call(req)
  } else if (state & (WAITING | WAITING_WHOLE)) releaseWaiting(req, state)
  else releaseUnread(req, state)
}

function releaseWaiting(req: StreamedRequest, state: number): void {
  const held = takeHeld(req)
  if (held !== undefined) nodeRequest.push.call(req, held)
  if (state === WAITING_WHOLE) nodeRequest.push.call(req, null)
}

function releaseUnread(req: StreamedRequest, state: number): void {
  if (state & END_WITHHELD) nodeRequest.push.call(req, null)
  if (state & DUMP_SKIPPED) nodeRequest._dump.call(req)
  // The final handler would have resumed the stream before it responded.
  else if (state & UNWANTED && req.res?.writableEnded !== true) req.resume()
}

/** Sets Node's fields to those of a stream that was read to its end. */
function markEnded({ _readableState: state }: StreamedRequest): void {
  state.ended = true
  state.endEmitted = true
  state.flowing = true
}

/** Sets Node's fields to those of a stream that was destroyed and has emitted 'close'. */
function markClosed({ _readableState: state }: StreamedRequest): void {
  state.destroyed = true
  state.closed = true
  state.closeEmitted = true
}
