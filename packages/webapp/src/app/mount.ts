import type { Next, Req, Res } from '../http/exchange.ts'
import { standFor } from '../members/delegates.ts'
import { keepPrototypes, undoing } from '../members/dialect-members.ts'
import type { Application } from './application.ts'
import { inheritSettings } from './settings.ts'

/** Tells an application from other middleware by what it can do, whichever package made it. */
export function isApplication(handler: unknown): handler is Application {
  const { handle, set } = (handler ?? {}) as Partial<Application>
  return Boolean(handle && set)
}

/** Middleware that runs a sub-app, and gives the request back to the parent when it falls through. */
export function mountApplication(sub: Application) {
  const handle = function mounted_app(req: Req, res: Res, next: Next) {
    const giveBack = keepPrototypes(req, res)
    sub.handle(req, res, undoing(giveBack, next))
  }
  return standFor(handle, sub)
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

const kDialect = Symbol('webapp.dialect')

/** Notes which dialect an application speaks; foreign applications speak none of ours. */
export function markDialect(app: Application, dialect: object): void {
  Object.defineProperty(app, kDialect, { value: dialect })
}

/** Whether an application is one of ours. */
export function speaksDialect(app: Application): boolean {
  return dialectOf(app) !== undefined
}

function dialectOf(app: Application): object | undefined {
  return (app as { [kDialect]?: object })[kDialect]
}
