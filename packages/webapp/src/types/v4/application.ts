import type { ApplicationMembers, Listen } from '../shared/application.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ParamAdapter, ParamOption, RequestParamHandler } from './handlers.ts'
import type { IRouterMatcher, Router } from './router.ts'

/** Told that the server listens; an error goes to the `error` event of the server. */
export type ListenCallback = () => void

/** An application: a function that answers requests, with routes, settings and views. */
export interface Application<LocalsObj extends LocalsRecord = LocalsRecord>
  extends ApplicationMembers<'4.x', LocalsObj> {
  // Not marked as possibly missing: tools read `app._router.stack` at once, as they always have.
  /** The application's own router; undefined until the first route or middleware is added. */
  _router: Router
  /** Makes the application's own router unless it is there. */
  lazyrouter(): void
  /**
   * Throws: the router of 3.x is gone, and `app.use(app.router)` has to go.
   * @deprecated Routes run where they are added.
   */
  readonly router: never

  /**
   * Handles DELETE requests.
   * @deprecated Use `delete`.
   */
  del: IRouterMatcher<this>

  /** Runs a callback when one of the route parameters is present, once for each request. */
  param(name: string | readonly string[], handler: RequestParamHandler): this
  /**
   * Hands the option to the functions that `param(fn)` was given.
   * @deprecated Give a handler.
   */
  param(name: string | readonly string[], option: ParamOption): this
  /**
   * Replaces how later calls of `param` make a handler.
   * @deprecated Give a name and a handler.
   */
  param(adapter: ParamAdapter): this

  /** Starts a server for this application; takes whatever Node's `server.listen` takes. */
  listen: Listen<ListenCallback>
}

/** What the factory makes. */
export interface Express extends Application {}
