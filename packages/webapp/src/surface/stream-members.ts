import { GIVEN, kState, node, OPEN, type StreamedRequest, TAKING } from './request-stream.ts'
import { becomeStream, isTaking, passToTaker } from './taken.ts'
import { holdsBack } from './turns.ts'
import { dropEnd, giveEnd, withholdEnd } from './unread.ts'

type Listener = (...args: unknown[]) => void

/** From here on the request has Node's stream, as it would be now. */
function release(req: StreamedRequest): void {
  const { [kState]: state } = req
  if (state === undefined || state === OPEN) return
  if (state >= TAKING) becomeStream(req, state)
  else giveEnd(req, state)
}

/** For those who come to listen, to a request or to an object that was made from one. */
function releaseFor(listened: StreamedRequest): void {
  if (Object.hasOwn(listened, kState)) {
    release(listened)
    return
  }
  // Such an object counts its listeners itself, and Node tells them what happens to the request.
  for (let req = behind(listened); req !== null; req = behind(req)) {
    if (!Object.hasOwn(req, kState)) continue
    release(req)
    req[kState] = undefined
  }
}

function behind(object: object): StreamedRequest | null {
  return Object.getPrototypeOf(object)
}

// Through these a stream is filled and ends, and those who look at it come.
const members = {
  push(this: StreamedRequest, chunk: unknown, encoding?: BufferEncoding): boolean {
    if (holdsBack(this, chunk)) return false
    const { [kState]: state } = this
    if (state === undefined) return node.push.call(this, chunk, encoding)
    if (state === TAKING) {
      passToTaker(this, chunk as Buffer | null)
      return true
    }
    if (chunk === null && withholdEnd(this, state)) return false
    this[kState] = chunk === null ? GIVEN : undefined
    return node.push.call(this, chunk, encoding)
  },

  // Called by Node when the answer is out, to get rid of what nobody read.
  _dump(this: StreamedRequest): void {
    const { [kState]: state = OPEN } = this
    if (dropEnd(this, state)) return
    release(this)
    node._dump.call(this)
  },

  // A taker hears of it as every listener does, and an end that was kept back comes before it.
  destroy(this: StreamedRequest, error?: Error): unknown {
    release(this)
    return node.destroy.call(this, error)
  },

  // Whoever stops a stream stops the one who reads it.
  pause(this: StreamedRequest): unknown {
    if (isTaking(this)) release(this)
    return node.pause.call(this)
  },

  on(this: StreamedRequest, event: string, listener: Listener): unknown {
    releaseFor(this)
    return node.on.call(this, event, listener)
  },

  addListener(this: StreamedRequest, event: string, listener: Listener): unknown {
    releaseFor(this)
    return node.addListener.call(this, event, listener)
  },

  prependListener(this: StreamedRequest, event: string, listener: Listener): unknown {
    releaseFor(this)
    return node.prependListener.call(this, event, listener)
  },
}

/** By which a request is filled, and those who read it listen. */
export const ownMembers: { readonly push: unknown; readonly on: unknown } = members

const hidden: PropertyDescriptorMap = {}
for (const [name, value] of Object.entries(members)) {
  hidden[name] = { configurable: true, enumerable: false, writable: true, value }
}

/** Node's members of requests that spare a stream what nobody could tell. */
export const streamMembers: object = Object.defineProperties({}, hidden)
