import { replaceable } from '../members/expose.ts'
import type { Application } from './application.ts'
import { close, isClosing } from './closing/close.ts'
import { createFetch, createInject } from './in-process.ts'
import { printRoutes, routes, shutdown } from './tools.ts'

/**
 * Gives the applications of a dialect what Express has not. Those who list members do not find them,
 * and those who assign members of that name have theirs.
 */
export function addMembers(application: object): void {
  Object.defineProperties(application, {
    close: { configurable: true, writable: true, value: close },
    closing: readBy('closing', isClosing),
    inject: madeOnce('inject', createInject),
    fetch: madeOnce('fetch', createFetch),
  })
}

/** Gives a factory what it can do beside making applications, found by name only. */
export function addTools(factory: object): void {
  for (const value of [routes, printRoutes, shutdown]) {
    Object.defineProperty(factory, value.name, { configurable: true, writable: true, value })
  }
}

function readBy(name: string, read: (app: Application) => unknown): PropertyDescriptor {
  return replaceable(name, function (this: Application) {
    return read(this)
  })
}

/** A function that belongs to its application: platforms take it and call it on nothing. */
function madeOnce(name: string, make: (app: Application) => unknown): PropertyDescriptor {
  return readBy(name, (app) => {
    const value = make(app)
    // The members of a dialect are no application.
    if (typeof app !== 'function') return value
    Object.defineProperty(app, name, { configurable: true, writable: true, value })
    return value
  })
}
