import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { isWrittenWith } from './written-with.ts'

// Most requests have no body, and nobody looks at their stream. To end such a stream, to let it flow
// and to destroy it, with nobody who hears of it, costs more than to route the request. So that is
// left out, and made up for as soon as somebody could tell (docs/decisions/0013).

/** What became of the end of a request's stream: some of these, or nothing yet. */
const kEnd = Symbol('webapp.end')

const OPEN = 0
/** Nobody will ask for it: the last handler is about to answer. */
const FORGONE = 1
/** It came when the answer was there already, and was kept back. */
const WITHHELD = 2
/** It came before the answer, and is in the stream. */
const GIVEN = 4
/** The answer is out, and nobody asked for it. */
const DROPPED = 8
/** Nobody did until the exchange was over. */
const OVER = 16

/** Node's fields and methods without a documented name; where they are missing nothing is withheld. */
interface Unread extends IncomingMessage {
  [kEnd]?: number | undefined
  res?: { readonly writableEnded: boolean } | undefined
  readonly _eventsCount?: number
  readonly _readableState: { ended: boolean; endEmitted: boolean }
  readonly socket: IncomingMessage['socket'] & { readonly parser?: Parser | null }
  _dump(): void
}

interface Parser {
  incoming: unknown
}

type Listener = (...args: unknown[]) => void

const node = IncomingMessage.prototype as Unread
const { push } = node
const { emit } = EventEmitter.prototype

/** For requests that are being made. */
export function startUnread(req: IncomingMessage): void {
  ;(req as Unread)[kEnd] = canWithhold ? OPEN : undefined
}

// Tools that load before us replace members that tell of an end.
const canWithhold =
  '_eventsCount' in new EventEmitter() &&
  isWrittenWith(emit, 'kErrorMonitor') &&
  typeof node._dump === 'function' &&
  push === Readable.prototype.push

/** Node's parser holds on to the request it read last until that has ended. */
function letGo(req: Unread): void {
  const { parser } = req.socket
  if (parser?.incoming === req) parser.incoming = null
}

function isAnswered(req: Unread): boolean {
  const { [kEnd]: end } = req
  return end === FORGONE || (end === OPEN && req.res?.writableEnded === true)
}

/** Tools that collect bodies replace `push` for all requests. */
function isUnheard(req: Unread): boolean {
  return req._eventsCount === 0 && req.emit === emit && node.push === push
}

/** Makes up for everything that was left out. */
function release(req: Unread): void {
  const { [kEnd]: end } = req
  if (end === undefined || end === OPEN) return
  req[kEnd] = undefined
  if (end & WITHHELD) node.push.call(req, null)
  if (end & DROPPED) node._dump.call(req)
  // The last one would have let it flow before its answer.
  else if (end & FORGONE && req.res?.writableEnded !== true) req.resume()
}

/** For those who come to listen, to a request or to an object that was made from one. */
function releaseFor(listened: Unread): void {
  if (Object.hasOwn(listened, kEnd)) {
    release(listened)
    return
  }
  // Such an object counts its listeners itself, and Node tells them what happens to the request.
  for (let req = behind(listened); req !== null; req = behind(req)) {
    if (!Object.hasOwn(req, kEnd)) continue
    release(req)
    req[kEnd] = undefined
  }
}

function behind(object: object): Unread | null {
  return Object.getPrototypeOf(object)
}

/**
 * Says that nobody will wait for the end of a request, because no handler is left. Returns false
 * where somebody does, or where that cannot be known.
 */
export function forgoEnd(req: IncomingMessage): boolean {
  const unread = req as Unread
  if (unread[kEnd] !== OPEN || !isUnheard(unread)) return false
  unread[kEnd] = FORGONE
  return true
}

/** For requests whose exchange is over: those who ask them later are told so. */
export function endUnread(req: IncomingMessage): void {
  const { [kEnd]: end = OPEN } = req as Unread
  if (end & DROPPED) (req as Unread)[kEnd] = end | OVER
}

// Through these a stream ends, and those who look at it come.
const members = {
  push(this: Unread, chunk: unknown, encoding?: BufferEncoding): boolean {
    const isEnd = chunk === null && this[kEnd] !== undefined
    if (isEnd && isAnswered(this) && isUnheard(this)) {
      this[kEnd] = WITHHELD | (this[kEnd] ?? OPEN)
      return false
    }
    if (this[kEnd] !== undefined) this[kEnd] = isEnd ? GIVEN : undefined
    return node.push.call(this, chunk, encoding)
  },

  // Called by Node when the answer is out, to get rid of what nobody read.
  _dump(this: Unread): void {
    const { [kEnd]: end = OPEN } = this
    if (end & (WITHHELD | GIVEN) && isUnheard(this)) {
      this[kEnd] = end | DROPPED
      letGo(this)
      return
    }
    release(this)
    node._dump.call(this)
  },

  on(this: Unread, event: string, listener: Listener): unknown {
    releaseFor(this)
    return node.on.call(this, event, listener)
  },

  addListener(this: Unread, event: string, listener: Listener): unknown {
    releaseFor(this)
    return node.addListener.call(this, event, listener)
  },

  prependListener(this: Unread, event: string, listener: Listener): unknown {
    releaseFor(this)
    return node.prependListener.call(this, event, listener)
  },
}

/** Those of Node who hear that a stream is closed look behind it whether it had ended. */
function settle({ _readableState: state }: Unread): void {
  state.ended = true
  state.endEmitted = true
}

/** What a request says of itself when all is over. */
const afterwards = { readable: false, readableEnded: true, destroyed: true, closed: true }

const hidden: PropertyDescriptorMap = {}
for (const [name, value] of Object.entries(members)) {
  hidden[name] = { configurable: true, enumerable: false, writable: true, value }
}
for (const [name, value] of Object.entries(afterwards)) {
  const { get, set } = Object.getOwnPropertyDescriptor(Readable.prototype, name) ?? {}
  hidden[name] = {
    configurable: true,
    enumerable: false,
    get(this: Unread): unknown {
      const { [kEnd]: end = OPEN } = this
      if ((end & OVER) === 0) return get?.call(this)
      settle(this)
      return value
    },
    set,
  }
}

/** Node's members of requests that keep back the ends that nobody waits for. */
export const unread: object = Object.defineProperties({}, hidden)
