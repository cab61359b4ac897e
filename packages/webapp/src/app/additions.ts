import { replaceable } from '../members/expose.ts'
import type { Application } from './application.ts'
import { close, isClosing } from './closing/close.ts'
import { createFetch, createInject } from './in-process.ts'
import { printRoutes, routes, shutdown } from './tools.ts'

/**
 * Adds the members of applications that Express does not have. They are not enumerable, and a
 * program may assign members of the same names.
 */
export function addMembers(application: object): void {
  Object.defineProperties(application, {
    close: { configurable: true, writable: true, value: close },
    closing: readBy('closing', isClosing),
    inject: madeOnce('inject', createInject),
    fetch: madeOnce('fetch', createFetch),
  })
}

/** Adds the functions of a factory that Express does not have, not enumerable. */
export function addTools(factory: object): void {
  for (const [name, value] of Object.entries({ routes, printRoutes, shutdown })) {
    Object.defineProperty(factory, name, { configurable: true, writable: true, value })
  }
}

function readBy(name: string, read: (app: Application) => unknown): PropertyDescriptor {
  return replaceable(name, function (this: Application) {
    return read(this)
  })
}

/** A function bound to its application, because platforms call it without a receiver. */
function madeOnce(name: string, make: (app: Application) => unknown): PropertyDescriptor {
  return readBy(name, (app) => {
    const value = make(app)
    // The prototype with the members of a dialect is not an application.
    if (typeof app !== 'function') return value
    Object.defineProperty(app, name, { configurable: true, writable: true, value })
    return value
  })
}
