import { isThenable } from '../errors/callback-errors.ts'
import { toError } from '../errors/to-error.ts'
import type { Next } from '../http/exchange.ts'
import { isRequestClosing, whenClosing } from '../request/closing.ts'
import { setTimeout } from '../runtime/timers.ts'
import type { UpgradedSocket, UpgradeHandler, UpgradeRequest } from './socket-types.ts'

/** How long a socket may take to close after its handler failed, in milliseconds. */
const PATIENCE = 5000

const CLOSED = 3
const GOING_AWAY = 1001
const INTERNAL_ERROR = 1011

/** Gives a socket to the handler of its route, with the signal of its end. */
export function runSocketHandler(
  handler: UpgradeHandler,
  socket: UpgradedSocket,
  req: UpgradeRequest,
  next: Next,
): void {
  const controller = new AbortController()
  ;(req as { signal: AbortSignal }).signal = controller.signal
  const leave = () => socket.close(GOING_AWAY, 'The server is closing')
  const forget = whenClosing(req, leave)
  socket.once('close', () => {
    forget()
    controller.abort(new Error('The WebSocket was closed'))
  })
  // The application may have begun to close while the handshake was on its way.
  if (isRequestClosing(req)) {
    leave()
    return
  }
  const fail = (error: unknown) => failSocket(socket, error, next)
  try {
    const result = handler(socket, req)
    if (isThenable(result)) result.then(undefined, fail)
  } catch (error) {
    fail(error)
  }
}

/** Closes the socket of a handler that failed; then the error handlers of the application run. */
function failSocket(socket: UpgradedSocket, reason: unknown, next: Next): void {
  const error = toError(reason, 'The handler of upgrade() failed with')
  if (socket.readyState === CLOSED) {
    next(error)
    return
  }
  // Error handlers may cut the connection off, which would discard the closing frame.
  socket.once('close', () => next(error))
  socket.close(INTERNAL_ERROR)
  setTimeout(() => socket.terminate(), PATIENCE).unref()
}
