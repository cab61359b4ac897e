import type { AsyncResource } from 'node:async_hooks'
import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { symbolsOf, throwAwayResponse } from '../internals.ts'

// The private members of Node's connections, and of the messages on them, that we read and write.

export interface LaneRequest extends IncomingMessage {
  readonly _consuming: boolean
  readonly _eventsCount: number
  readonly _readableState: { readonly resumeScheduled: boolean; readonly closeEmitted: boolean }
  readonly _dumped: boolean
  upgrade: boolean
  _dump(): void
}

export interface LaneResponse extends ServerResponse<LaneRequest> {
  [kLane]?: ResponseOwner | undefined
  [kCloseCallbacks]?: (() => void)[] | undefined
  [kRequest]?: LaneRequest | undefined
  destroyed: boolean
  finished: boolean
  socket: Connection | null
  readonly writableCorked: number
  readonly _events: Readonly<Record<string, unknown>>
  readonly _eventsCount: number
  readonly _last: boolean
  _closed: boolean
  _keepAliveTimeout: number
  _maxRequestsPerSocket: number | null
  _onPendingData(size: number): void
  _finish(): void
  _flush(): void
}

/** The lane of a response. */
export interface ResponseOwner {
  /** The async context of the requests on its connection. */
  readonly scope: AsyncResource
  /** Whether this response may end without Node's `end`: nothing listens to it, or holds it back. */
  mayEnd(res: LaneResponse): boolean
  /** Lets go of a finished response, and goes on with the next one. */
  finish(res: LaneResponse): void
  /** Whether the lane reports that this response is closed. Otherwise Node does. */
  closes(res: LaneResponse): boolean
}

/** The lane of a connection. */
interface ConnectionLane {
  /** Dispatches a waiting request as a whole, and throws an error of its handlers later. */
  catchUpSafely(): void
}

/** A connection as Node's HTTP server knows it, with our lane. */
export interface Connection extends Socket {
  /** From its second request on. */
  [kLane]?: ConnectionLane
  /** Reads the requests; gone when the connection was upgraded to another protocol. */
  parser?: Parser | null
  /** The response that is being sent. */
  _httpMessage?: ServerResponse | null
  /** Whether it failed, so that nothing more can be sent. */
  _hadError?: boolean
  /** Whether Node reads no requests, because too many bytes of responses wait. */
  _paused?: boolean
}

export type OnIncoming = (req: LaneRequest, keepAlive: boolean) => number

export interface Parser {
  onIncoming: OnIncoming | null
  /** The request that it is reading. */
  incoming: (IncomingMessage & { res?: ServerResponse }) | null
  readonly socket?: Connection | null
  readonly _consumed?: boolean
  /** A copy of the bytes that the parser is reading. */
  getCurrentBuffer?(): Buffer
}

/** The lane of a response, or of a connection. */
export const kLane = Symbol('webapp.lane')

/** What the engine does when a response closes, without a listener that a program could see. */
export const kCloseCallbacks = Symbol('webapp.close')

/** The request with which a response was constructed. */
export const kRequest = Symbol('webapp.request')

/**
 * The request that a response belongs to. A program may replace `res.req`: `app.handle(other, res)`
 * does, as in Express.
 */
export function requestOf(res: LaneResponse): LaneRequest {
  return res[kRequest] ?? res.req
}

/** Whether a response is one to HEAD. Middleware may change the method of its request. */
export function isToHead(response: ServerResponse): boolean {
  const res = response as LaneResponse
  const req: { readonly method?: string | undefined } | null = res.req ?? requestOf(res)
  return req?.method === 'HEAD'
}

const responseFields = symbolsOf(throwAwayResponse())

/** Since Node 24: whether a response is finished, and the callbacks of `end`. */
export const kFinished = responseFields.get('kWritableFinished')
export const kEndCallbacks = responseFields.get('kEndCallbacks')

/** Whether a response has to emit 'drain' when its connection does. */
export const kNeedDrain = responseFields.get('kNeedDrain')

/** Since Node 24: called when the response is finished, for the signal of a request. */
const kDetachSignal = symbolsOf(IncomingMessage.prototype).get('kDetachAbortSignal')

export function detachSignal(req: LaneRequest): void {
  if (kDetachSignal === undefined) return
  const members = req as unknown as Record<symbol, (() => void) | undefined>
  members[kDetachSignal]?.()
}
