import type { Application } from './application.ts'
import { close, isClosing } from './close.ts'
import { printRoutes, routes } from './routes.ts'
import { shutdown } from './shutdown.ts'

/**
 * Gives the applications of a dialect what Express has not: `app.close` and `app.closing`. Those who
 * list members do not find them, and those who assign members of that name have theirs.
 */
export function addLifecycle(application: object): void {
  Object.defineProperties(application, {
    close: { configurable: true, writable: true, value: close },
    closing: {
      configurable: true,
      get(this: Application): boolean {
        return isClosing(this)
      },
      set(this: Application, value: unknown) {
        const own = { configurable: true, enumerable: true, writable: true, value }
        Object.defineProperty(this, 'closing', own)
      },
    },
  })
}

/** Gives a factory what it can do beside making applications, found by name only. */
export function addTools(factory: object): void {
  for (const value of [routes, printRoutes, shutdown]) {
    Object.defineProperty(factory, value.name, { configurable: true, writable: true, value })
  }
}
