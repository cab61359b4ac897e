import { AsyncResource } from 'node:async_hooks'

/**
 * A callback that runs, once, in the async context of now: events of streams come from the socket,
 * where handlers would find themselves outside of the request's context.
 */
export function inThisContext<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  // Told by hand that it is over: to be told by the garbage collector costs more than all of this.
  const resource = new AsyncResource('webapp', { requireManualDestroy: true })
  return (...args) => {
    resource.runInAsyncScope(callback, undefined, ...args)
    resource.emitDestroy()
  }
}
