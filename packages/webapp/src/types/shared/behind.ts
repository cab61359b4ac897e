// Routers and routes whose handlers are behind middleware that adds members to requests.

import type { ContractHandlerParams, KnownNames } from './contract-handlers.ts'
import type {
  Dialect,
  PathOf,
  RequestOf,
  ResponseOf,
  RouteOf,
  RouteParametersOf,
} from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { NextFunction, NoThis, Rejected } from './handlers.ts'
import type { Marked } from './provided.ts'
import type { ParsedQs } from './query.ts'
import type { Method, PathParameters, PathParams } from './route-keys.ts'
import type { RouteNaming } from './route-urls.ts'

/** What `use` returns: a router whose handlers see what the middleware adds; `T` of other functions. */
export type Used<IsUse, T, Parent, D extends Dialect, Marks> = [Marks] extends [never]
  ? T
  : IsUse extends true
    ? RouterBehind<T, Parent, D, Marked<Marks>>
    : T

/** A router or an application `T` whose handlers see the members of `Context` in requests. */
// The members of `T` come last: the compiler tries the functions of the first type first.
export type RouterBehind<T, Parent, D extends Dialect, Context> = {
  readonly [Name in Method | 'all']: BehindMatcher<
    RouterBehind<T, Parent, D, Context>,
    Parent,
    D,
    Context
  >
} & {
  /** Mounts middleware, routers or applications, at `/` by default. */
  readonly use: BehindUse<T, Parent, D, Context>
  /** Creates a route; add handlers with its method functions. */
  route<Path extends string>(
    path: PathOf<D, Path>,
    options?: RouteNaming,
  ): RouteBehind<Path, Parent, D, Context>
} & T

/** A route whose handlers see the members of `Context` in requests. */
export type RouteBehind<Path extends string, Parent, D extends Dialect, Context> = {
  readonly [Name in Method | 'all']: BehindHandler<
    RouteBehind<Path, Parent, D, Context>,
    Path,
    Parent,
    D,
    Context
  >
} & RouteOf<D, Path, Parent>

/** Registers handlers for a path. */
// Without handlers it is not for this type: `app.get(name)` reads a setting.
export interface BehindMatcher<T, Parent, D extends Dialect, Context> {
  /** Registers handlers that other functions return; their types are inferred from the path. */
  <Path extends string>(
    path: PathOf<D, Path>,
    ...handlers: BehindContext<RouteParametersOf<D, Path> & Parent, D, Context>
  ): T
  /** Registers handlers for a path, with or without a contract among them. */
  <
    Path extends PathParams,
    P = PathParameters<D, Path> & Parent,
    ReqBody = any,
    ReqQuery = ParsedQs,
    Headers = unknown,
    Cookies = unknown,
    Responses = unknown,
    LocalsObj extends LocalsRecord = LocalsRecord,
    Names extends KnownNames<D, Path, Parent> & string = never,
    Parts extends string = never,
    Marks extends string = never,
  >(
    path: PathOf<D, Path>,
    ...handlers: OneOrMore<
      ContractHandlerParams<
        D,
        true,
        P,
        ReqBody,
        ReqQuery,
        Headers,
        Cookies,
        Responses,
        Names,
        LocalsObj,
        Parts,
        Marks,
        Context
      >
    >
  ): T
}

/** Registers handlers for the path of a route. */
interface BehindHandler<T, Route extends string, Parent, D extends Dialect, Context> {
  /** Registers handlers that other functions return; their types are inferred from the path. */
  (...handlers: BehindContext<RouteParametersOf<D, Route> & Parent, D, Context>): T
  /** Registers handlers, with or without a contract among them. */
  <
    P = RouteParametersOf<D, Route> & Parent,
    ReqBody = any,
    ReqQuery = ParsedQs,
    Headers = unknown,
    Cookies = unknown,
    Responses = unknown,
    LocalsObj extends LocalsRecord = LocalsRecord,
    Names extends KnownNames<D, Route, Parent> & string = never,
    Parts extends string = never,
    Marks extends string = never,
  >(
    ...handlers: OneOrMore<
      ContractHandlerParams<
        D,
        true,
        P,
        ReqBody,
        ReqQuery,
        Headers,
        Cookies,
        Responses,
        Names,
        LocalsObj,
        Parts,
        Marks,
        Context
      >
    >
  ): T
}

/** Mounts middleware. What it adds to requests is in the type of the router that `use` returns. */
interface BehindUse<T, Parent, D extends Dialect, Context>
  extends BehindMatcher<RouterBehind<T, Parent, D, Context>, Parent, D, Context> {
  /** Registers handlers that other functions return. */
  (
    ...handlers: BehindContext<RouteParametersOf<D, string> & Parent, D, Context>
  ): RouterBehind<T, Parent, D, Context>
  /** Registers handlers. */
  <
    P = RouteParametersOf<D, string> & Parent,
    ReqBody = any,
    ReqQuery = ParsedQs,
    Headers = unknown,
    Cookies = unknown,
    Responses = unknown,
    LocalsObj extends LocalsRecord = LocalsRecord,
    Names extends string = never,
    Parts extends string = never,
    Marks extends string = never,
  >(
    ...handlers: OneOrMore<
      ContractHandlerParams<
        D,
        true,
        P,
        ReqBody,
        ReqQuery,
        Headers,
        Cookies,
        Responses,
        Names,
        LocalsObj,
        Parts,
        Marks,
        Context
      >
    >
  ): RouterBehind<T, Parent, D, Context & Marked<Marks>>
}

type OneOrMore<Each> = [Each, ...Each[]]

/** As `HandlerContext`, for requests with more members. */
type BehindContext<P, D extends Dialect, Context> =
  | (Rejected & OneOrMore<BehindFunction<P, D, Context>>)
  | OneOrMore<never>

type BehindFunction<P, D extends Dialect, Context> = (
  this: NoThis,
  req: RequestOf<D, P> & Context,
  res: ResponseOf<D>,
  next: NextFunction,
) => unknown
