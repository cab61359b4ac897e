// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { NoUnderscoreRouter } from '../shared/absent.ts'
import type { ApplicationMembers, Listen } from '../shared/application.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { RequestParamHandler } from '../shared/handlers.ts'
import type { Router } from './router.ts'

/** Told that the server listens, or with an error that it cannot. */
export type ListenCallback = (error?: Error) => void

/** An application: a function that answers requests, with routes, settings and views. */
export interface Application<LocalsObj extends LocalsRecord = LocalsRecord>
  extends RunningApplication<LocalsObj> {
  /** The application's own router, made on first use. */
  readonly router: Router
}

/** An application as its requests, its responses and the applications mounted in it see it. */
export interface RunningApplication<LocalsObj extends LocalsRecord = LocalsRecord>
  extends ApplicationMembers<'5.x', LocalsObj>,
    NoUnderscoreRouter {
  // any: the community's types of 4.x declare text here, and functions written with them take
  // requests only if this fits.
  /** The application's own router, made on first use. */
  readonly router: any
  /** Starts a server for this application; takes whatever Node's `server.listen` takes. */
  listen: Listen<ListenCallback>
  /** @deprecated Gone since 5.x: give a name and a handler. */
  param(adapter: never): this
  /** Runs a callback when one of the route parameters is present, once for each request. */
  param(name: string | readonly string[], handler: RequestParamHandler): this
}

/** What the factory makes. */
export interface Express extends Application {}
