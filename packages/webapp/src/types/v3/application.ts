import type { ApplicationBase, Listen } from '../shared/application.ts'
import type { Dialects } from '../shared/dialect.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { AddedToApplication } from '../shared/serve-static-core.ts'
import type { SettingName, Settings } from '../shared/settings.ts'
import type { ListenCallback } from '../v4/application.ts'
import type { ParamOption } from '../v4/handlers.ts'
import type { Handler, ParamAdapter, RequestParamHandler } from './handlers.ts'
import type { CallableLocals } from './locals.ts'
import type { NamedRoutes } from './named-routes.ts'
import type { IRouterMatcher, RouteMap, Router } from './router.ts'
import type { StackEntry, Use } from './use.ts'

/** The members of applications. */
export interface ApplicationInterface<LocalsObj extends LocalsRecord>
  extends ApplicationBase<'3.x'>,
    NamedRoutes,
    AddedToApplication {
  /**
   * Template variables that are available to every view; call `locals` with an object to add
   * variables.
   */
  locals: CallableLocals<LocalsObj>
  /** The path that the application is mounted at. */
  route: string
  /** The middleware, in order. */
  stack: StackEntry[]
  /** The routes by method; a route that is removed from here is no longer served. */
  routes: RouteMap
  /**
   * Middleware that serves the routes; the first route adds it unless `use(app.router)` already
   * did.
   */
  readonly router: Handler
  /** The router behind `router` and `routes`. */
  _router: Router

  /** Mounts one middleware or application, at `/` by default. */
  use: Use<this>
  /** Handles DELETE requests. */
  del: IRouterMatcher<this>
  /** Runs the function at once; if environments are given, only in one of these. */
  configure(...args: [...environments: string[], fn: (this: this) => void]): this

  /** Stores a setting that the framework reads. */
  set<Name extends keyof Settings>(setting: Name, value: Settings[Name]): this
  /** Stores a setting. */
  set(setting: string, value: any): this
  /** Reads a setting. */
  set(setting: SettingName): any
  /** Sets a pattern that route parameters have to fit; if one does not, the route does not match. */
  param(name: string | readonly string[], pattern: RegExp): this
  /**
   * Registers a callback that runs for each route in which one of the route parameters is present.
   */
  param(name: string | readonly string[], handler: RequestParamHandler): this
  /** Passes the option to the functions registered with `param(fn)`. */
  param(name: string | readonly string[], option: ParamOption): this
  /** Adds a function that creates handlers from the options of later calls of `param`. */
  param(adapter: ParamAdapter): this

  /** Starts a server for this application; takes the arguments of Node's `server.listen`. */
  listen: Listen<ListenCallback>
}

/** The application that `webapp()` creates. */
export interface Express extends Prototype {}

type Prototype = Dialects['3.x']['application']
