import { AsyncResource } from 'node:async_hooks'

/**
 * Keeps the current async context for a call later. Call `emitDestroy` afterwards, also if the call
 * was not needed: tools that count async resources would take it for a leak.
 *
 * Without `requireManualDestroy` Node tracks garbage collection, which costs more than the rest.
 */
export function keepAsyncContext(): AsyncResource {
  return new AsyncResource('webapp', { requireManualDestroy: true })
}

/**
 * Binds a one-time callback to the current async context. Stream events are emitted from the
 * socket, where `AsyncLocalStorage` does not hold the stores of the request.
 */
export function bindAsyncContext<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const resource = keepAsyncContext()
  return (...args) => {
    try {
      return resource.runInAsyncScope(callback, undefined, ...args)
    } finally {
      resource.emitDestroy()
    }
  }
}
