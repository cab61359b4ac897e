import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { isNodesOwn } from '../internals.ts'

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
/** Nobody did until the exchange was over. */
export const OVER = 16
/** Its body goes to a taker. */
export const TAKING = 32
/** The taker has all of it, and will be told in the next turn. */
export const ENDING = 64
/** The taker is being told. */
export const TAKEN = 128
/** All handlers were called that the taker calls: Node would be about to close the stream. */
export const LEFT = 256

export const node = IncomingMessage.prototype as StreamedRequest
const { push } = node
const { emit } = EventEmitter.prototype

// Tools that load before us replace members that tell of an end.
const canGoShort =
  '_eventsCount' in new EventEmitter() &&
  isNodesOwn(emit, 'kErrorMonitor') &&
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

/** Leaves the stream as one that ended. */
export function markEnded({ _readableState: state }: StreamedRequest): void {
  state.ended = true
  state.endEmitted = true
}
