import type { NoUnderscoreRouter } from '../shared/absent.ts'
import type { ApplicationMembers, Listen } from '../shared/application.ts'
import type { Dialects } from '../shared/dialect.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { RequestParamHandler } from '../shared/handlers.ts'
import type { AddedToApplication } from '../shared/serve-static-core.ts'
import type { Router } from './router.ts'

/** Called once when the server is listening, or with the error that prevented it. */
export type ListenCallback = (error?: Error) => void

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
  /** Sets a pattern that route parameters have to fit; if one does not, the route does not match. */
  param(name: string | readonly string[], pattern: RegExp): this
  /** Registers a callback that runs once per request if one of the route parameters is present. */
  param(name: string | readonly string[], handler: RequestParamHandler): this
}

/** The application that `webapp()` creates. */
export interface Express extends Prototype {}

type Prototype = Dialects['5.x']['application']
