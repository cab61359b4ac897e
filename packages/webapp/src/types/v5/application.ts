// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any as in @types/express.

import type webapp = require('../../v5.ts')

import type { NoUnderscoreRouter } from '../shared/absent.ts'
import type { ApplicationMembers, Listen } from '../shared/application.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { RequestParamHandler } from '../shared/handlers.ts'
import type { AddedToApplication } from '../shared/serve-static-core.ts'
import type { Router } from './router.ts'

/** Called once when the server is listening, or with the error that prevented it. */
export type ListenCallback = (error?: Error) => void

/**
 * An application; `Application` of the entry is an interface, so that programs can add members to it.
 */
export type Application<LocalsObj extends LocalsRecord = LocalsRecord> =
  webapp.Application<LocalsObj>

/** The members of applications. */
export interface ApplicationInterface<LocalsObj extends LocalsRecord>
  extends ApplicationMembers<'5.x', LocalsObj>,
    NoUnderscoreRouter,
    AddedToApplication {
  /** The application's own router, created on first use. */
  readonly router: Router
  /** Starts a server for this application; takes the arguments of Node's `server.listen`. */
  listen: Listen<ListenCallback>
  /** @deprecated Removed in 5.x: pass a name and a handler. */
  param(adapter: never): this
  /** Registers a callback that runs once per request if one of the route parameters is present. */
  param(name: string | readonly string[], handler: RequestParamHandler): this
}

/** The type of `req.app`, `res.app` and the parent of a mounted application. */
export interface RunningApplication<LocalsObj extends LocalsRecord = LocalsRecord>
  extends Application<LocalsObj> {
  // any: `@types/express` 4.x declares a string here. Functions typed with it accept our requests
  // only if this member is compatible.
  /** The application's own router, created on first use. */
  readonly router: any
}

/** The application that `webapp()` creates. */
export interface Express extends Application {}
