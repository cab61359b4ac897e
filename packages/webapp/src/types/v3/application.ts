// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { ApplicationBase, Listen } from '../shared/application.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ListenCallback } from '../v4/application.ts'
import type { ParamOption } from '../v4/handlers.ts'
import type { Handler, ParamAdapter, RequestParamHandler } from './handlers.ts'
import type { CallableLocals } from './locals.ts'
import type { IRouterMatcher, RouteMap, Router } from './router.ts'
import type { StackEntry, Use } from './use.ts'

/** An application: a function that answers requests, with middleware, routes, settings and views. */
export interface Application<LocalsObj extends LocalsRecord = LocalsRecord>
  extends ApplicationBase<'3.x'> {
  /** Template variables of the whole application; called with an object it takes them over. */
  locals: CallableLocals<LocalsObj>
  /** The path that the application is mounted on. */
  route: string
  /** The middleware, in order. */
  stack: StackEntry[]
  /** The routes by method; a record that is taken out is no longer served. */
  routes: RouteMap
  /** The routes as middleware; the first route places it unless `use(app.router)` did before. */
  readonly router: Handler
  /** The router behind `router` and `routes`. */
  _router: Router

  /** Mounts one middleware or application, at `/` unless a path is given. */
  use: Use<this>
  /** Handles DELETE requests. */
  del: IRouterMatcher<this>
  /** Runs the function at once, where environments are given only in one of these. */
  configure(...args: [...environments: string[], fn: (this: this) => void]): this

  /** Stores a setting. */
  set(setting: string, value: any): this
  /** Reads a setting. */
  set(setting: string): any
  /** Runs a callback when one of the route parameters is present, for each route that has it. */
  param(name: string | readonly string[], handler: RequestParamHandler): this
  /** Hands the option to the functions that `param(fn)` was given. */
  param(name: string | readonly string[], option: ParamOption): this
  /** Adds a function that makes handlers of what later calls of `param` are given. */
  param(adapter: ParamAdapter): this

  /** Starts a server for this application; takes whatever Node's `server.listen` takes. */
  listen: Listen<ListenCallback>
}

/** What the factory makes. */
export interface Express extends Application {}
