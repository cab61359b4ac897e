import type { IncomingMessage } from 'node:http'
import {
  ENDING,
  isUnheard,
  kState,
  kTaker,
  LEFT,
  markClosed,
  markEnded,
  node,
  OPEN,
  type StreamedRequest,
  TAKEN,
  TAKING,
  type Taker,
} from './request-stream.ts'

/** What Node's parser read goes to the taker; null is the end of it. */
export function passToTaker(req: StreamedRequest, chunk: Buffer | null): void {
  if (chunk !== null) {
    req._readableState.dataEmitted = true
    req[kTaker]?.take(chunk)
  } else {
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
  } else if (state & LEFT) destroy(req)
}

function releaseTaker(req: StreamedRequest): Taker | undefined {
  const { [kTaker]: taker } = req
  req[kState] = undefined
  req[kTaker] = undefined
  return taker
}

// The stream is left as one that was read: not all who look at it come by our members. Those of
// Node look behind it, and frameworks give a request the prototype that is theirs.
function finish(req: StreamedRequest): void {
  if (req[kState] !== ENDING) return
  const { _readableState: state } = req
  const taker = releaseTaker(req)
  req[kState] = TAKEN
  markEnded(req)
  taker?.end()
  if (req[kState] !== TAKEN || !isUnheard(req) || state.destroyed) node.destroy.call(req)
  else {
    req[kState] = LEFT
    state.destroyed = true
    process.nextTick(close, req)
  }
}

function close(req: StreamedRequest): void {
  if (req[kState] !== LEFT) return
  if (!isUnheard(req)) {
    becomeStream(req, LEFT)
    return
  }
  req[kState] = undefined
  markClosed(req)
}

/** Lets Node destroy a stream that only says so; whoever listens hears of it. */
function destroy(req: StreamedRequest): void {
  req._readableState.destroyed = false
  node.destroy.call(req)
}
