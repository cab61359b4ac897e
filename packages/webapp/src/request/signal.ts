import type { IncomingMessage } from 'node:http'
import { httpError } from '../errors/http-error.ts'
import { type AnyResponse, isClosed, isFinished } from '../http/finished.ts'
import { replaceable } from '../members/expose.ts'
import { onResponseClose } from '../node/index.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'

interface SignalledRequest extends IncomingMessage {
  res?: AnyResponse
  [kController]?: AbortController
}

const kController = Symbol('webapp.signal')

/** `req.signal`. The getter creates it on first use, so other requests do not pay for it. */
export const signal: object = Object.defineProperty({}, 'signal', replaceable('signal', getSignal))

function getSignal(this: SignalledRequest): AbortSignal {
  const { res, [kController]: known } = this
  if (known !== undefined) return known.signal
  // `this` is the prototype: do not store a signal that all requests would share.
  if (res === undefined) return new AbortController().signal
  const created = createController(this, res)
  this[kController] = created
  return created.signal
}

/** Aborts the signal of a request with a reason, even if a handler reads it only later. */
export function abortRequest(req: IncomingMessage, reason: Error): void {
  const request = req as SignalledRequest
  request[kController] ??= new AbortController()
  request[kController].abort(reason)
}

function createController(req: SignalledRequest, res: AnyResponse): AbortController {
  const controller = new AbortController()
  const abort = () => controller.abort(createReason())
  if (isFinished(res)) return controller
  if (isClosed(res) || req.socket?.destroyed) {
    abort()
    return controller
  }
  const onClose = bindAsyncContext(() => {
    // Node reports a response as finished even if its last write failed.
    const hasFailed = res.stream === undefined && Boolean(req.socket?.errored)
    if (hasFailed || !isFinished(res)) abort()
  })
  onResponseClose(res, onClose)
  return controller
}

/** The error of body parsers for an aborted request, with the standard name `AbortError`. */
function createReason(): Error {
  return httpError(400, 'the client disconnected before the response was finished', {
    name: 'AbortError',
    code: 'ECONNABORTED',
    type: 'request.aborted',
  })
}
