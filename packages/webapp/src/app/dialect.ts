import type { Router } from '../router/router.ts'
import type { QueryParser } from '../surface/faces.ts'
import type { Application } from './application.ts'

/** What the setting 'query parser' stands for where dialects differ. */
export interface QueryParsers {
  readonly extended: QueryParser
  /** When it is off. */
  readonly none: QueryParser | undefined
}

/** In what the applications of one dialect differ from those of another. */
export interface ApplicationPolicy {
  /** An empty table for settings, engines and views, with the prototype that people find there. */
  readonly createTable: () => Record<string, never>
  readonly defaultSettings: (app: Application) => void
  readonly queryParsers: QueryParsers
  /** The router of an application, made when it is first needed. */
  readonly routerOf: (app: Application) => Router
  /** Defines what an application has as `app.router`. */
  readonly defineRouter: (app: Application) => void
}

/** A dialect: the live objects that its applications, requests and responses inherit from. */
export interface Dialect {
  readonly application: object
  readonly request: object
  readonly response: object
}
