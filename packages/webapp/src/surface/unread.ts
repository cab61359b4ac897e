import type { IncomingMessage } from 'node:http'
import {
  DROPPED,
  FORGONE,
  GIVEN,
  isUnheard,
  kState,
  markClosed,
  markEnded,
  node,
  OPEN,
  type StreamedRequest,
  WITHHELD,
} from './request-stream.ts'

// Most requests have no body, and nobody looks at their stream. To end such a stream, to let it flow
// and to destroy it, with nobody who hears of it, costs more than to route the request. So that is
// left out, and made up for as soon as somebody could tell (docs/decisions/0013).

/**
 * Says that nobody will wait for the end of a request, because no handler is left. Returns false
 * where somebody does, or where that cannot be known.
 */
export function forgoEnd(request: IncomingMessage): boolean {
  const req = request as StreamedRequest
  if (req[kState] !== OPEN || !isUnheard(req)) return false
  req[kState] = FORGONE
  return true
}

/** Keeps the end of a stream back; false where it has to go into the stream. */
export function withholdEnd(req: StreamedRequest, state: number): boolean {
  if (!isAnswered(req, state) || !isUnheard(req)) return false
  req[kState] = WITHHELD | state
  return true
}

function isAnswered(req: StreamedRequest, state: number): boolean {
  return state === FORGONE || (state === OPEN && req.res?.writableEnded === true)
}

/** Leaves a stream alone whose answer is out; false where Node has to get rid of what is in it. */
export function dropEnd(req: StreamedRequest, state: number): boolean {
  if ((state & (WITHHELD | GIVEN)) === 0 || !isUnheard(req)) return false
  req[kState] = state | DROPPED
  letGo(req)
  return true
}

/** Node's parser holds on to the request it read last until that has ended. */
function letGo(req: StreamedRequest): void {
  const { parser } = req.socket
  if (parser?.incoming === req) parser.incoming = null
}

/** Makes up for everything that was left out. */
export function giveEnd(req: StreamedRequest, state: number): void {
  req[kState] = undefined
  if (state & WITHHELD) node.push.call(req, null)
  if (state & DROPPED) node._dump.call(req)
  // The last handler would have let it flow before its answer.
  else if (state & FORGONE && req.res?.writableEnded !== true) req.resume()
}

/**
 * For requests whose response has emitted 'close'. From here on the stream is Node's alone, in the
 * state that it would have: a look at it and a read after that find the same.
 */
export function endUnread(request: IncomingMessage): void {
  const req = request as StreamedRequest
  const { [kState]: state = OPEN } = req
  if ((state & DROPPED) === 0) return
  // A listener may have been added with `EventEmitter.prototype.on`, past our members.
  if (!isUnheard(req)) {
    giveEnd(req, state)
    return
  }
  req[kState] = undefined
  markEnded(req)
  markClosed(req)
}
