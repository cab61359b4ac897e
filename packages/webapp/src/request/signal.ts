import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { httpError } from '../errors/http-error.ts'
import { bindAsyncContext } from '../http/async-context.ts'
import { replaceable } from '../members/expose.ts'

interface SignalledRequest extends IncomingMessage {
  res?: Answer
  [kSignal]?: AbortSignal
}

interface Answer extends ServerResponse {
  /** Over HTTP/2 it knows what became of the answer. */
  readonly stream?: ServerHttp2Stream
}

const kSignal = Symbol('webapp.signal')

/** `req.signal`: made when it is first read, so that it costs nothing before. */
export const signal: object = Object.defineProperty({}, 'signal', replaceable('signal', read))

function read(this: SignalledRequest): AbortSignal {
  const { res, [kSignal]: known } = this
  if (known !== undefined) return known
  // The prototype has none to keep.
  if (res === undefined) return new AbortController().signal
  const created = createSignal(this, res)
  this[kSignal] = created
  return created
}

function createSignal(req: SignalledRequest, res: Answer): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(createReason())
  if (isFinished(res)) return controller.signal
  if ((res.stream ?? res).destroyed || req.socket?.destroyed) {
    abort()
    return controller.signal
  }
  const look = bindAsyncContext(() => {
    // Node calls an answer finished whose last write has failed.
    const hasFailed = res.stream === undefined && Boolean(req.socket?.errored)
    if (hasFailed || !isFinished(res)) abort()
  })
  whenOver(req, res, look)
  return controller.signal
}

/** Whether the client has all of an answer; a stream that it ends is finished, but aborted. */
function isFinished({ stream, writableFinished }: Answer): boolean {
  return stream === undefined ? writableFinished : stream.writableFinished && !stream.aborted
}

/** Calls back when an answer is finished, or can no longer be. */
function whenOver(req: SignalledRequest, res: Answer, callback: () => void): void {
  if (res.stream !== undefined || res.socket !== null || !req.socket) {
    res.once('close', callback)
    return
  }
  // It waits for its turn in a pipeline: nobody tells it that the connection is gone.
  const forget = whenClosed(req.socket, callback)
  res.once('close', () => {
    if (forget()) callback()
  })
}

const waiting = new WeakMap<Socket, Set<() => void>>()

/** Calls back when a connection closes, with one listener for all; returns what prevents it. */
function whenClosed(socket: Socket, callback: () => void): () => boolean {
  const callbacks = waiting.get(socket) ?? listenToClose(socket)
  callbacks.add(callback)
  return () => callbacks.delete(callback)
}

function listenToClose(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>()
  waiting.set(socket, callbacks)
  socket.once('close', () => {
    for (const callback of callbacks) {
      callbacks.delete(callback)
      callback()
    }
  })
  return callbacks
}

/** As a body reader tells of a client that left, by the name that aborted work has everywhere. */
function createReason(): Error {
  return httpError(400, 'the client left before the answer was finished', {
    name: 'AbortError',
    code: 'ECONNABORTED',
    type: 'request.aborted',
  })
}
