import type { Next, Req, Res } from '../http/exchange.ts'
import { recordDelegate } from '../members/delegates.ts'
import { capturePrototypes, restoringNext } from '../members/dialect-members.ts'
import type { Application } from './application.ts'
import { dialectOf } from './dialect.ts'
import { inheritSettings } from './settings.ts'

/** Tells an application from other middleware by what it can do, whichever package made it. */
export function isApplication(handler: unknown): handler is Application {
  const { handle, set } = (handler ?? {}) as Partial<Application>
  return Boolean(handle && set)
}

/** Middleware that runs a sub-app, and gives the request back to the parent when it falls through. */
export function mountApplication(sub: Application) {
  const handle = function mounted_app(req: Req, res: Res, next: Next) {
    const giveBack = capturePrototypes(req, res)
    sub.handle(req, res, restoringNext(giveBack, next))
  }
  return recordDelegate(handle, sub)
}

/** Puts a sub-app in the line of its parent: prototypes, engines and settings without a default. */
export function inheritFrom(sub: Application, parent: Application): void {
  inheritSettings(sub.settings, parent.settings)
  Object.setPrototypeOf(sub.engines, parent.engines)
  // An app of another dialect keeps the members of its own.
  if (dialectOf(sub) !== dialectOf(parent)) return
  Object.setPrototypeOf(sub.request, parent.request)
  Object.setPrototypeOf(sub.response, parent.response)
}
