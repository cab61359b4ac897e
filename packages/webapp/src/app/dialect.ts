import type { BodyPolicy } from '../body/options.ts'
import type { FormPolicy } from '../body/urlencoded.ts'
import type { PageStyle } from '../errors/final-handler.ts'
import type { FilePolicy } from '../files/options.ts'
import type { EtagFunction } from '../http/etag.ts'
import type { App } from '../http/exchange.ts'
import type { DialectMembers, QueryParser } from '../members/dialect-members.ts'
import type { LocalsPolicy } from '../members/locals.ts'
import type { RedirectStyle } from '../response/location.ts'
import type { SendPolicy } from '../response/send.ts'
import type { Router } from '../router/router.ts'
import type { Route, RouterPolicy } from '../router/router-types.ts'
import type { Application } from './application.ts'

/**
 * A dialect: its live prototypes, and every policy in which it differs from the others. The members
 * of a dialect get the policies that they need when they are created; this list has all in one
 * place. Shared code never asks for the name of a dialect.
 */
export interface Dialect {
  /** The live prototype of its applications. */
  readonly application: object
  /** The live prototype of its requests. */
  readonly request: object
  /** The live prototype of its responses. */
  readonly response: object
  /** The members that its handlers expect in applications of any dialect. */
  readonly members: DialectMembers
  /** How its applications begin and end an exchange. */
  readonly exchanges: ExchangePolicy
  /** The meaning of its settings. */
  readonly settings: SettingsPolicy
  /** How its applications find their router; absent if they route without one. */
  readonly routers?: RouterAccess
  /** How its routers match and dispatch; absent if it has an algorithm of its own. */
  readonly routing?: RouterPolicy
  /** How `res.send` treats a body. */
  readonly sending: SendPolicy
  /** How `res.redirect` words its body. */
  readonly redirects: RedirectStyle
  /** How files are found and described. */
  readonly files: FilePolicy
  /** How body parsers treat a request. */
  readonly bodies: BodyPolicy
  /** How the form parser treats charsets and flat forms. */
  readonly forms: FormPolicy
}

/** How the applications of a dialect begin and end an exchange. */
export interface ExchangePolicy {
  /** Which kind of object `res.locals` is. */
  readonly locals: LocalsPolicy
  /** How error pages look on the wire. */
  readonly errorPage: PageStyle
  /** The setting `env`. */
  readonly envOf: (app: App) => unknown
  /** Writes an error that no handler took to the console. */
  readonly logError: (error: unknown) => void
}

/** The meaning of the settings of a dialect. */
export interface SettingsPolicy {
  /** Creates an empty table for settings, engines and views, with the prototype of Express. */
  readonly createTable: () => Record<string, never>
  /** The parser for the query parser setting `extended`. */
  readonly extendedQuery: QueryParser
  /** The parser if the query parser is switched off. */
  readonly noQuery: QueryParser | undefined
  /** The function for the etag setting `weak`. */
  readonly weakEtag: EtagFunction
  /** The function for the etag setting `strong`. */
  readonly strongEtag: EtagFunction
}

/** How the applications of a dialect find their router. */
export interface RouterAccess {
  readonly defaultSettings: (app: Application) => void
  /** The router of an application, created when it is first needed. */
  readonly routerOf: (app: Application) => Router
  /** The route to which `app.get`, `app.all` and the others add handlers. */
  readonly routeOf: (app: Application, path: unknown) => Route
  readonly defineRouter: (app: Application) => void
}

const kDialect = Symbol('webapp.dialect')

export function recordDialect(app: Application, dialect: Dialect): void {
  Object.defineProperty(app, kDialect, { value: dialect })
}

/** The dialect of an application; `undefined` for one of another framework. */
export function dialectOf(app: object): Dialect | undefined {
  return (app as { [kDialect]?: Dialect })[kDialect]
}
