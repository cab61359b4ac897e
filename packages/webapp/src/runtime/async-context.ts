import { AsyncResource } from 'node:async_hooks'

/**
 * Binds a one-time callback to the current async context. Stream events are emitted from the
 * socket, where `AsyncLocalStorage` does not hold the stores of the request.
 */
export function bindAsyncContext<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  // Without `requireManualDestroy` Node tracks garbage collection, which costs more than the rest.
  const resource = new AsyncResource('webapp', { requireManualDestroy: true })
  return (...args) => {
    try {
      return resource.runInAsyncScope(callback, undefined, ...args)
    } finally {
      resource.emitDestroy()
    }
  }
}
