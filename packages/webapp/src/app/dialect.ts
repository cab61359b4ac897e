import type { EtagFunction } from '../http/etag.ts'
import type { QueryParser } from '../members/dialect-members.ts'
import type { Route } from '../router/contract.ts'
import type { Router } from '../router/router.ts'
import type { Application } from './application.ts'

/** What the settings 'query parser' and 'etag' stand for, where dialects differ. */
export interface SettingFunctions {
  readonly extendedQuery: QueryParser
  /** When the query parser is off. */
  readonly noQuery: QueryParser | undefined
  readonly weakEtag: EtagFunction
  readonly strongEtag: EtagFunction
}

/** In what the applications of one dialect differ from those of another. */
export interface ApplicationPolicy {
  /** An empty table for settings, engines and views, with the prototype that people find there. */
  readonly createTable: () => Record<string, never>
  readonly defaultSettings: (app: Application) => void
  readonly functions: SettingFunctions
  /** The router of an application, made when it is first needed. */
  readonly routerOf: (app: Application) => Router
  /** The route that `app.get`, `app.all` and the others add to. */
  readonly routeOf: (app: Application, path: unknown) => Route
  /** Defines what an application has as `app.router`. */
  readonly defineRouter: (app: Application) => void
}

/** A dialect: the live objects that its applications, requests and responses inherit from. */
export interface Dialect {
  readonly application: object
  readonly request: object
  readonly response: object
}
