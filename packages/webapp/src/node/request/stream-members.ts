import type { IncomingMessage } from 'node:http'
import { hasNodesRemoval, nodeRequest, recordStreamMembers } from './replaced-members.ts'
import {
  type BodyTap,
  interceptChunk,
  isTapped,
  kState,
  releaseStream,
  type StreamedRequest,
  skipDump,
  startTap,
} from './stream.ts'

type Listener = (...args: unknown[]) => void

// Node fills and ends a stream through these members, and programs read it through them.
const members = {
  push(this: StreamedRequest, chunk: unknown, encoding?: BufferEncoding): boolean {
    if (interceptChunk(this, chunk)) return chunk !== null
    // Tools that replace Node's member look at the number of its arguments.
    if (encoding === undefined) return nodeRequest.push.call(this, chunk)
    return nodeRequest.push.call(this, chunk, encoding)
  },

  // Node calls this when the response is finished, to drain what was not read.
  _dump(this: StreamedRequest): void {
    if (skipDump(this)) return
    releaseStream(this)
    nodeRequest._dump.call(this)
  },

  // A tap gets the 'close' event like every listener, and a withheld end comes before it.
  destroy(this: StreamedRequest, ...args: [error?: Error]): unknown {
    releaseStream(this)
    return nodeRequest.destroy.apply(this, args)
  },

  // A program that pauses the stream pauses the tap too.
  pause(this: StreamedRequest): unknown {
    if (isTapped(this)) releaseStream(this)
    return nodeRequest.pause.call(this)
  },

  // The bytes follow those that a tap has taken, so the tap continues with the stream.
  unshift(this: StreamedRequest, ...args: [chunk: unknown, encoding?: BufferEncoding]): void {
    releaseFor(this)
    nodeRequest.unshift.apply(this, args)
  },

  on(this: StreamedRequest, event: string, listener: Listener): unknown {
    releaseFor(this)
    return nodeRequest.on.call(this, event, listener)
  },

  addListener(this: StreamedRequest, event: string, listener: Listener): unknown {
    releaseFor(this)
    return nodeRequest.addListener.call(this, event, listener)
  },

  prependListener(this: StreamedRequest, event: string, listener: Listener): unknown {
    releaseFor(this)
    return nodeRequest.prependListener.call(this, event, listener)
  },
}

/** Releases the stream of a request, or of an object made with `Object.create(req)`. */
function releaseFor(listened: StreamedRequest): void {
  if (Object.hasOwn(listened, kState)) {
    releaseStream(listened)
    return
  }
  // Such an object counts its listeners itself, but Node emits the events of the request on it.
  for (let req = prototypeOf(listened); req !== null; req = prototypeOf(req)) {
    if (!Object.hasOwn(req, kState)) continue
    releaseStream(req)
    req[kState] = undefined
  }
}

function prototypeOf(object: object): StreamedRequest | null {
  return Object.getPrototypeOf(object)
}

recordStreamMembers(members)

/** The members of a request that let Node's stream rest until something observes it. */
export const streamMembers: object = hide(members)

function hide(visible: object): object {
  const hidden: PropertyDescriptorMap = {}
  for (const [name, value] of Object.entries(visible)) {
    hidden[name] = { configurable: true, enumerable: false, writable: true, value }
  }
  return Object.defineProperties({}, hidden)
}

/**
 * Hands the body of a request to a tap instead of its stream. Returns false if something could
 * observe that: the stream was used, it has listeners, or a tool replaced a member that reads it.
 */
export function tapBody(request: IncomingMessage, tap: BodyTap): boolean {
  const req = request as StreamedRequest
  const isOurs = (req.push as unknown) === members.push && hasNodesRemoval(req)
  return isOurs && startTap(req, tap)
}
