import type { Next, Req, Res } from '../http/exchange.ts'
import { recordDelegate } from '../members/delegates.ts'
import { restoringNext } from '../members/swap-prototypes.ts'
import type { Application } from './application.ts'
import { dialectOf } from './dialect.ts'
import { inheritSettings } from './settings.ts'

/** Whether middleware is an application, of this or another package: by its members. */
export function isApplication(handler: unknown): handler is Application {
  const { handle, set } = (handler ?? {}) as Partial<Application>
  return Boolean(handle && set)
}

/** Middleware that runs a sub-app, and restores the request for the parent if that calls `next`. */
export function mountApplication(sub: Application) {
  const handle = function mounted_app(req: Req, res: Res, next: Next) {
    sub.handle(req, res, restoringNext(req, res, next))
  }
  return recordDelegate(handle, sub)
}

/** Lets a sub-app inherit from its parent: prototypes, engines, and settings without a default. */
export function inheritFrom(sub: Application, parent: Application): void {
  inheritSettings(sub.settings, parent.settings)
  Object.setPrototypeOf(sub.engines, parent.engines)
  // An app of another dialect keeps the members of its dialect.
  if (dialectOf(sub) !== dialectOf(parent)) return
  Object.setPrototypeOf(sub.request, parent.request)
  Object.setPrototypeOf(sub.response, parent.response)
}
