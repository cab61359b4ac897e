import type { Next } from '../http/exchange.ts'
import { appliedPrototype, applyPrototype } from '../http2/prototypes.ts'
import { flushDeferred } from '../node/index.ts'
import { type DialectMembers, membersOf, prototypesFor } from './dialect-members.ts'
import { restoreLocals } from './locals.ts'

// The one place where the prototypes of a request and its response are saved, swapped and restored.
// Applications and routers of several dialects can be mounted into each other. Before a handler of
// another dialect runs, the request and the response get the members that such handlers expect.

/** An application, as the owner of the prototypes of its requests and responses. */
interface Owner {
  readonly request: object
  readonly response: object
}

/** Gives a request the prototype of an application, unless its own server constructed the request. */
export function swapRequest(req: object, { request }: Owner): void {
  if (Object.getPrototypeOf(req) !== request) applyPrototype(req, request)
}

/** Gives a response the prototype of an application in the same way. */
export function swapResponse(res: Parameters<typeof flushDeferred>[0], { response }: Owner): void {
  if (Object.getPrototypeOf(res) === response) return
  flushDeferred(res, response)
  applyPrototype(res, response)
}

/** A `next` that first gives a request and its response their present prototypes and locals back. */
export function restoringNext(req: object, res: object, next: Next): Next {
  const ofRequest = Object.getPrototypeOf(req)
  const ofResponse = Object.getPrototypeOf(res)
  const { locals } = res as { locals?: Record<string, unknown> }
  return (error) => {
    Object.setPrototypeOf(req, ofRequest)
    Object.setPrototypeOf(res, ofResponse)
    restoreLocals(res, locals)
    next(error)
  }
}

/**
 * The `next` of an application that a program calls as a handler. If the request has the members of
 * another dialect, it gets them back first.
 */
export function leaveApplication(app: Owner, req: object, res: object, next: Next): Next {
  const current = membersOf(req)
  if (current === undefined || current === membersOf(app.request)) return next
  return restoringNext(req, res, next)
}

/**
 * Gives a request and its response the members of a dialect if they have those of another one.
 * Returns the `next` that undoes it; `next` itself if there was nothing to do.
 */
export function showMembers(members: DialectMembers, req: object, res: object, next: Next): Next {
  const current = membersOf(req)
  // A request without a label belongs to no application, or to one of another framework.
  if (current === undefined || current === members) return next
  const restoring = restoringNext(req, res, next)
  const shown = prototypesFor((req as { app?: object }).app ?? {}, current, members)
  copyAdditions(shown.request, appliedPrototype(req), current.request)
  copyAdditions(shown.response, appliedPrototype(res), current.response)
  applyPrototype(req, shown.request)
  applyPrototype(res, shown.response)
  return restoring
}

/** Copies members that the program added to prototypes of an application, up to its dialect's. */
function copyAdditions(target: object, source: object, end: object): void {
  for (let from = source; from !== end && from !== null; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) {
      const member = Object.getOwnPropertyDescriptor(from, name)
      if (name !== 'app' && member !== undefined) Object.defineProperty(target, name, member)
    }
  }
}
