import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { isWrittenWith } from './written-with.ts'

/** What a request has beside its stream: what became of that, and who takes its body. */
export interface StreamedRequest extends IncomingMessage {
  [kState]?: number | undefined
  [kTaker]?: Taker | undefined
  res?: { readonly writableEnded: boolean } | undefined
  // Node's, without a documented name; where the first is missing no end is withheld.
  readonly _eventsCount?: number
  readonly _readableState: ReadableState
  readonly socket: IncomingMessage['socket'] & { readonly parser?: Parser | null }
  _read(size: number): void
  _dump(): void
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

interface Parser {
  incoming: unknown
}

/** Takes a body, piece by piece, without the events of a stream. */
export interface Taker {
  take(chunk: Buffer): void
  end(): void
  /** Goes on with the events, because somebody else came to listen. */
  listen(): void
}

export const kTaker = Symbol('webapp.taker')

/**
 * Some of the following, for a request whose stream goes a shorter way than Node's; undefined for
 * all others.
 */
export const kState = Symbol('webapp.stream')

export const OPEN = 0
/** Nobody will ask for its end: the last handler is about to answer. */
export const FORGONE = 1
/** Its end came when the answer was there already, and was kept back. */
export const WITHHELD = 2
/** Its end came before the answer, and is in the stream. */
export const GIVEN = 4
/** The answer is out, and nobody asked for the end. */
export const DROPPED = 8
/** Its body goes to a taker. */
export const TAKING = 16
/** The taker has all of it, and will be told in the next turn. */
export const ENDING = 32
/** The taker is being told. */
export const TAKEN = 64
/** All handlers were called that the taker calls: Node would be about to close the stream. */
export const LEFT = 128

export const node = IncomingMessage.prototype as StreamedRequest
const { push } = node
const { emit } = EventEmitter.prototype

// Tools that load before us replace members that tell of an end.
const canGoShort =
  '_eventsCount' in new EventEmitter() &&
  isWrittenWith(emit, 'kErrorMonitor') &&
  typeof node._dump === 'function' &&
  push === Readable.prototype.push

/** For requests that are being made. */
export function startStream(req: IncomingMessage): void {
  ;(req as StreamedRequest)[kState] = canGoShort ? OPEN : undefined
}

/** Whether nobody hears of the stream. Tools that collect bodies replace `push` for all requests. */
export function isUnheard(req: StreamedRequest): boolean {
  return req._eventsCount === 0 && req.emit === emit && node.push === push
}

/** Sets Node's fields to those of a stream that was read to its end. */
export function markEnded({ _readableState: state }: StreamedRequest): void {
  state.ended = true
  state.endEmitted = true
  state.flowing = true
}

/** Sets Node's fields to those of a stream that was destroyed and has emitted 'close'. */
export function markClosed({ _readableState: state }: StreamedRequest): void {
  state.destroyed = true
  state.closed = true
  state.closeEmitted = true
}
