import type { IncomingMessage } from 'node:http'
import {
  CLOSED,
  ENDING,
  isUnheard,
  kState,
  kTaker,
  LEFT,
  markClosed,
  markRead,
  node,
  OPEN,
  type StreamedRequest,
  TAKEN,
  TAKING,
  type Taker,
} from './request-stream.ts'

// A body that one reader wants as a whole needs no stream: to let it flow, to emit its pieces, to end
// and to destroy it costs more than to parse a kilobyte. So the pieces go straight to the reader, and
// from the stream to everybody as soon as somebody else listens (docs/decisions/0014).

/**
 * Hands the body of a request to a taker, instead of its stream. Returns false where somebody could
 * tell: the stream was used already, or somebody listens.
 */
export function takeBody(request: IncomingMessage, taker: Taker): boolean {
  const req = request as StreamedRequest
  if (req[kState] !== OPEN || !isUnheard(req) || !isFresh(req)) return false
  req[kState] = TAKING
  req[kTaker] = taker
  // Else Node would get rid of a body that nobody wants.
  req._consumed = true
  return true
}

/** Whether Node's parser is about to fill the stream, and nobody did anything to it before. */
function isFresh(req: StreamedRequest): boolean {
  const { _readableState: state } = req
  return (
    req.socket.parser?.incoming === req &&
    state.length === 0 &&
    state.flowing === null &&
    !state.ended &&
    !state.destroyed
  )
}

/** What Node's parser read goes to the taker; null is the end of it. */
export function passToTaker(req: StreamedRequest, chunk: Buffer | null): void {
  if (chunk !== null) req[kTaker]?.take(chunk)
  else {
    req[kState] = ENDING
    process.nextTick(finish, req)
  }
}

/** Says that the taker wants no more: the rest goes into the stream. */
export function stopTaking(request: IncomingMessage): void {
  const req = request as StreamedRequest
  if (isTaking(req)) releaseTaker(req)
}

export function isTaking({ [kState]: state = OPEN }: StreamedRequest): boolean {
  return (state & (TAKING | ENDING)) !== 0
}

/** From here on there is a stream as Node has it, after as much of the body as was taken. */
export function becomeStream(req: StreamedRequest, state: number): void {
  req[kState] = undefined
  if (state & (TAKING | ENDING)) {
    releaseTaker(req)?.listen()
    if (state & ENDING) node.push.call(req, null)
  } else if (state & CLOSED) markClosed(req)
  else {
    markRead(req)
    if (state & LEFT) node.destroy.call(req)
  }
}

function releaseTaker(req: StreamedRequest): Taker | undefined {
  const { [kTaker]: taker } = req
  req[kState] = undefined
  req[kTaker] = undefined
  return taker
}

function finish(req: StreamedRequest): void {
  if (req[kState] !== ENDING) return
  const taker = releaseTaker(req)
  req[kState] = TAKEN
  taker?.end()
  if (req[kState] === undefined) node.destroy.call(req)
  else {
    req[kState] = TAKEN | LEFT
    process.nextTick(close, req)
  }
}

function close(req: StreamedRequest): void {
  if (req[kState] !== undefined) req[kState] = TAKEN | LEFT | CLOSED
}
