import type { ApplicationMembers, Listen } from '../shared/application.ts'
import type { Dialects } from '../shared/dialect.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { AddedToApplication } from '../shared/serve-static-core.ts'
import type { ParamAdapter, ParamOption, RequestParamHandler } from './handlers.ts'
import type { IRouterMatcher, Router } from './router.ts'

/** Called once when the server is listening; errors go to the `error` event of the server. */
export type ListenCallback = () => void

/** The members of applications. */
export interface ApplicationInterface<LocalsObj extends LocalsRecord>
  extends ApplicationMembers<'4.x', LocalsObj>,
    AddedToApplication {
  // Not declared optional: tools read `app._router.stack` without a check.
  /** The application's own router; undefined until the first route or middleware is added. */
  _router: Router
  /** Creates the application's own router if it does not exist yet. */
  lazyrouter(): void
  /**
   * Throws: the `router` middleware of 3.x was removed. Remove `app.use(app.router)`.
   * @deprecated Routes run in the order in which they are added.
   */
  readonly router: never

  /**
   * Handles DELETE requests.
   * @deprecated Use `delete`.
   */
  del: IRouterMatcher<this>

  /** Sets a pattern that route parameters have to fit; if one does not, the route does not match. */
  param(name: string | readonly string[], pattern: RegExp): this
  /** Registers a callback that runs once per request if one of the route parameters is present. */
  param(name: string | readonly string[], handler: RequestParamHandler): this
  /**
   * Passes the option to the functions registered with `param(fn)`.
   * @deprecated Pass a handler.
   */
  param(name: string | readonly string[], option: ParamOption): this
  /**
   * Replaces how later calls of `param` create a handler.
   * @deprecated Pass a name and a handler.
   */
  param(adapter: ParamAdapter): this

  /** Starts a server for this application; takes the arguments of Node's `server.listen`. */
  listen: Listen<ListenCallback>
}

/** The application that `webapp()` creates. */
export interface Express extends Prototype {}

type Prototype = Dialects['4.x']['application']
