// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { Dialect, RouteParametersOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { RequestHandlerParams } from './handlers.ts'
import type { Method } from './methods.ts'
import type { ParsedQs } from './query.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/** A path pattern, an expression, or a list of them. */
export type PathParams = string | RegExp | readonly (string | RegExp | PathParams)[]

/**
 * Registers handlers for a path; `T` is what it returns, `Parent` the parameters merged from above.
 * The method is a parameter because people know it as the second.
 *
 * The first overload has the path tell the parameters, the second the handlers or the first type
 * argument.
 */
export interface IRouterMatcher<
  T,
  _Method extends Method | 'all' = any,
  Parent = unknown,
  D extends Dialect = '5.x',
> {
  /** Adds handlers for a path; its parameters are told by the path. */
  <
    Path extends string,
    P = RouteParametersOf<D, Path> & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    path: Path,
    ...handlers: RequestHandlerParams<Settled<P>, ResBody, ReqBody, ReqQuery, LocalsObj, D>[]
  ): T
  /** Adds handlers for a path, an expression or a list; the handlers tell the parameters. */
  <
    P = ParamsDictionary & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    path: PathParams,
    ...handlers: RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>[]
  ): T
}

/** Registers handlers where the path, `Route`, is known already. */
export interface IRouterHandler<
  T,
  Route extends string = string,
  Parent = unknown,
  D extends Dialect = '5.x',
> {
  /** Adds handlers; their parameters are told by the path. */
  <
    P = RouteParametersOf<D, Route> & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: RequestHandlerParams<Settled<P>, ResBody, ReqBody, ReqQuery, LocalsObj, D>[]
  ): T
  /** Adds handlers, which tell the parameters themselves. */
  <
    P = RouteParametersOf<D, Route> & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>[]
  ): T
}

/** Mounts middleware, routers and applications, with or without a path. */
export interface IRouterUse<T, Parent = unknown, D extends Dialect = '5.x'>
  extends IRouterHandler<T, string, Parent, D>,
    IRouterMatcher<T, any, Parent, D> {}

/** Keeps handlers from having a say in `P`, as `NoInfer` does since TypeScript 5.4. */
type Settled<P> = [P][P extends unknown ? 0 : never]
