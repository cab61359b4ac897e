// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { LocalsRecord } from './express-namespace.ts'
import type { RequestHandlerParams } from './handlers.ts'
import type { ParsedQs } from './query.ts'
import type { ParamsDictionary, RouteParameters } from './route-parameters.ts'

/** A path pattern, an expression, or a list of them. */
export type PathParams = string | RegExp | readonly (string | RegExp | PathParams)[]

/**
 * Registers handlers for a path; `T` is what it returns, `Parent` the parameters merged from above.
 *
 * The first overload has the path tell the parameters, the second the handlers or the first type
 * argument.
 */
export interface IRouterMatcher<T, Parent = unknown> {
  <
    Path extends string,
    P = RouteParameters<Path> & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    path: Path,
    ...handlers: RequestHandlerParams<Settled<P>, ResBody, ReqBody, ReqQuery, LocalsObj>[]
  ): T
  <
    P = ParamsDictionary & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    path: PathParams,
    ...handlers: RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj>[]
  ): T
}

/** Registers handlers where the path is known already, or is `/`. */
export interface IRouterHandler<T, Params = ParamsDictionary> {
  <
    P = Params,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: RequestHandlerParams<Settled<P>, ResBody, ReqBody, ReqQuery, LocalsObj>[]
  ): T
  <
    P = Params,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj>[]
  ): T
}

/** Mounts middleware, routers and applications, with or without a path. */
export interface IRouterUse<T, Parent = unknown>
  extends IRouterHandler<T, ParamsDictionary & Parent>,
    IRouterMatcher<T, Parent> {}

/** Keeps handlers from having a say in `P`, as `NoInfer` does since TypeScript 5.4. */
type Settled<P> = [P][P extends unknown ? 0 : never]
