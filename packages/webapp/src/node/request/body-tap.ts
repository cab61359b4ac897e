import type { IncomingMessage } from 'node:http'
import { isNodesOwn } from '../internals.ts'
import { ownMembers } from './stream-members.ts'
import {
  isUnheard,
  kState,
  kTaker,
  node,
  OPEN,
  type StreamedRequest,
  TAKING,
  type Taker,
} from './stream-state.ts'

// A body that one reader wants as a whole needs no stream: to let it flow, to emit its pieces, to end
// and to destroy it costs more than to parse a kilobyte. So the pieces go straight to the reader, and
// from the stream to everybody as soon as somebody else listens (docs/decisions/0014).

/**
 * Hands the body of a request to a taker, instead of its stream. Returns false where somebody could
 * tell: the stream was used already, somebody listens, or sees who reads.
 */
export function takeBody(request: IncomingMessage, taker: Taker): boolean {
  const req = request as StreamedRequest
  if (req[kState] !== OPEN || !isUnheard(req) || !isUnseen(req) || !isFresh(req)) return false
  req[kState] = TAKING
  req[kTaker] = taker
  // As a stream does for who reads it: somebody may have paused the socket, and Node would get rid of
  // a body that nobody wants.
  node._read.call(req, 0)
  return true
}

const { on, read } = node
const areNodesOwn = isNodesOwn(on, 'eadableListening') && isNodesOwn(read, 'endReadable')

/** Whether nobody replaced the members by which others read, as those do who collect or count. */
function isUnseen(req: StreamedRequest): boolean {
  return (
    areNodesOwn &&
    req.push === ownMembers.push &&
    req.on === ownMembers.on &&
    req.read === read &&
    node.on === on
  )
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
