import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT } from '@opentelemetry/api'

/**
 * Holds the current context of OpenTelemetry. The channels of webapp can be bound to it.
 *
 * @type {AsyncLocalStorage<import('@opentelemetry/api').Context>}
 */
export const storage = new AsyncLocalStorage()

/** An OpenTelemetry context manager that uses this storage. @type {import('@opentelemetry/api').ContextManager} */
export const contextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (context, run, self, ...args) => storage.run(context, () => run.apply(self, args)),
  bind: (_context, target) => target,
  enable: () => contextManager,
  disable() {
    storage.disable()
    return contextManager
  },
}
