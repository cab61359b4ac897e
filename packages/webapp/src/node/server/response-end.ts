import type { ServerResponse } from 'node:http'
import { nextTick } from '../../runtime/timers.ts'
import { destroysQueuedResponses } from '../internals.ts'
import { endUnread } from '../request/stream.ts'
import { hasNodesEvents } from '../response/pristine.ts'
import {
  kCloseCallbacks,
  kEndCallbacks,
  kFinished,
  kLane,
  type LaneRequest,
  type LaneResponse,
  type Parser,
  type ResponseOwner,
  requestOf,
} from './connection.ts'

// How a response of a lane ends: as in Node, but without events if nothing listens to them.

/**
 * The callback for the socket, when it has sent this response, which is about to be written as a
 * whole; undefined if Node has to end the response.
 */
export function whenSent(response: ServerResponse): WhenSent | undefined {
  const res = response as LaneResponse
  const { [kLane]: lane } = res
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

// A listener that was added since `whenSent` is called as usual.
function finishSent(res: LaneResponse, lane: ResponseOwner, error: Error | null | undefined): void {
  if (error || res.socket?._hadError || res.errored) return
  if (kFinished !== undefined) markFinished(res, kFinished)
  if (isUnheard(res)) lane.finish(res)
  else res.emit('finish')
}

function markFinished(res: LaneResponse, field: symbol): void {
  const fields = res as unknown as Record<symbol, unknown>
  fields[field] = true
  if (kEndCallbacks === undefined) return
  const callbacks = fields[kEndCallbacks] as ((error: null) => void)[] | null
  fields[kEndCallbacks] = null
  for (const callback of callbacks ?? []) callback(null)
}

/** The lane's listener for the 'finish' event of its responses. */
export function onFinish(this: LaneResponse): void {
  this[kLane]?.finish(this)
}

/** Whether nothing but the lane listens to a response, and no tool replaced its `emit`. */
export function isUnheard(res: LaneResponse): boolean {
  return res._eventsCount === 1 && res._events.finish === onFinish && hasNodesEvents(res)
}

/**
 * Calls back when a response closes whose lane reports that. With a listener for `close`, Node would end
 * the response, which costs several microseconds more.
 */
export function watchClose(res: LaneResponse, callback: () => void): () => void {
  let callbacks = res[kCloseCallbacks]
  if (callbacks === undefined) {
    callbacks = []
    res[kCloseCallbacks] = callbacks
  }
  callbacks.push(callback)
  return () => {
    const place = callbacks.indexOf(callback)
    if (place !== -1) callbacks.splice(place, 1)
  }
}

/** In their order. One of them may cancel another one. */
function callClosed(res: LaneResponse): void {
  const { [kCloseCallbacks]: callbacks } = res
  if (callbacks === undefined) return
  for (let each = callbacks.shift(); each !== undefined; each = callbacks.shift()) each()
}

/** Finished responses to which nothing listens. One tick closes all of them, as those of a batch. */
let closing: LaneResponse[] = []

/** Emits 'close' on a finished response in the next tick. */
export function closeNext(res: LaneResponse): void {
  // A callback must run in the async context of its own request.
  if (res[kCloseCallbacks] !== undefined || !isUnheard(res)) nextTick(emitClose, res)
  else if (closing.push(res) === 1) nextTick(closeAll)
}

function closeAll(): void {
  const responses = closing
  closing = []
  for (const res of responses) {
    if (isUnheard(res) && requestOf(res)._eventsCount === 0) emitClose(res)
    // A listener that was added since must not run in the async context of another request.
    else res[kLane]?.scope.runInAsyncScope(nextTick, undefined, emitClose, res)
  }
}

export function emitClose(res: LaneResponse): void {
  if (res._closed) return
  res.destroyed = true
  res._closed = true
  if (!isUnheard(res)) {
    callClosed(res)
    res.emit('close')
    return
  }
  endUnread(requestOf(res))
  callClosed(res)
}

/** Lets go of a request, once its stream has ended. */
export function clearIncoming(parser: Parser, req: LaneRequest): void {
  if (parser.incoming !== req) return
  if (req.readableEnded) parser.incoming = null
  else {
    req.on('end', () => {
      if (parser.incoming === req) parser.incoming = null
    })
  }
}

/** Destroys what Node would destroy of a connection that was closed. */
export function abort(current: LaneResponse | undefined, queue: readonly LaneResponse[]): void {
  if (current !== undefined) requestOf(current).destroy(connectionReset())
  for (const res of queue) requestOf(res).destroy(connectionReset())
  if (destroysQueuedResponses) for (const res of queue) res.destroy(connectionReset())
}

function connectionReset(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}
