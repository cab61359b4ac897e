import type { Used } from './behind.ts'
import type {
  ContractHandlerParams,
  ContractNames,
  HandlersWithNames,
  IfContract,
  KnownNames,
  PathOrCarrier,
  PathWithNames,
  Settled,
} from './contract-handlers.ts'
import type { Dialect, PathOf, RouteParametersOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type {
  HandlerContext,
  NamedHandlers,
  ParamsCarrier,
  RequestHandlerParams,
} from './handlers.ts'
import type { MissingMembers } from './provided.ts'
import type { ParsedQs } from './query.ts'
import type { Method, PathParameters, PathParams } from './route-keys.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/**
 * Registers handlers for a path; `T` is the return type, `Parent` the parameters merged from the
 * parent router. The method is the second type parameter because `@types/express` has it there.
 *
 * The first overload types handlers in the arguments of other functions. Of the last two, the first
 * infers the route parameters from the path, the other from the handlers or the first type argument.
 */
export interface IRouterMatcher<
  T,
  _Method extends Method | 'all' = any,
  Parent = unknown,
  D extends Dialect = '5.x',
> {
  /** Registers handlers that other functions return; their types are inferred from the path. */
  <Path extends string>(
    path: PathOf<D, Path>,
    ...handlers: HandlerContext<
      RouteParametersOf<D, Path> & Parent,
      D,
      ParamsCarrier<RouteParametersOf<D, Path> & Parent>
    >
  ): T
  /** Registers handlers that are not written in place, such as mocks. */
  <
    Path extends PathParams,
    H extends NamedHandlers<
      PathParameters<D, Path> & Parent,
      D,
      KnownNames<D, Path, Parent>
    > = never,
  >(
    path: PathOf<D, Path>,
    ...handlers: H
  ): T
  /** Registers handlers with a contract among them, from which the types of the others follow. */
  <
    Path extends PathParams,
    P = PathParameters<D, Path> & Parent,
    ReqBody = any,
    ReqQuery = ParsedQs,
    Headers = unknown,
    Cookies = unknown,
    Responses = unknown,
    Is = false,
    LocalsObj extends LocalsRecord = LocalsRecord,
    Names extends KnownNames<D, Path, Parent> & string = never,
    Parts extends string = never,
    Marks extends string = never,
  >(
    path: IfContract<Is, PathOf<D, Path>>,
    ...handlers: ContractHandlerParams<
      D,
      Is,
      P,
      ReqBody,
      ReqQuery,
      Headers,
      Cookies,
      Responses,
      Names,
      LocalsObj,
      Parts,
      Marks
    >[]
  ): T
  /** Registers handlers for a path; the route parameters are inferred from the path. */
  <
    Path extends string,
    P = RouteParametersOf<D, Path> & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    path: PathOf<D, Path>,
    ...handlers: (
      | RequestHandlerParams<Settled<P>, ResBody, ReqBody, ReqQuery, LocalsObj, D>
      | ParamsCarrier<RouteParametersOf<D, Path> & Parent>
    )[]
  ): T
  /**
   * Registers handlers for a path, a regular expression or an array; the handlers declare the
   * parameters.
   */
  // The compiler shows the errors of the last overload, so the messages are here.
  <
    P = ParamsDictionary & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
    Path extends PathParams = PathParams,
    Names extends string = never,
    Marks extends string = never,
    Needs extends string = never,
  >(
    path: PathOrCarrier<
      Names,
      PathWithNames<D, Path, Parent, Names, MissingMembers<D, Marks, Needs>>,
      ContractNames<Names, Marks, Needs>
    >,
    ...handlers: (
      | RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>
      | ContractNames<Names, Marks, Needs>
    )[]
  ): T
}

/** Registers handlers for the path of a route, `Route`; `IsUse` says whether it is `use`. */
export interface IRouterHandler<
  T,
  Route extends string = string,
  Parent = unknown,
  D extends Dialect = '5.x',
  IsUse extends boolean = false,
> {
  /** Registers handlers that other functions return; their types are inferred from the path. */
  (...handlers: HandlerContext<RouteParametersOf<D, Route> & Parent, D>): T
  /** Registers handlers that are not written in place, such as mocks. */
  <
    H extends NamedHandlers<
      RouteParametersOf<D, Route> & Parent,
      D,
      KnownNames<D, Route, Parent>
    > = never,
  >(
    ...handlers: H
  ): T
  /** Registers handlers with a contract among them, from which the types of the others follow. */
  <
    P = RouteParametersOf<D, Route> & Parent,
    ReqBody = any,
    ReqQuery = ParsedQs,
    Headers = unknown,
    Cookies = unknown,
    Responses = unknown,
    Is = false,
    LocalsObj extends LocalsRecord = LocalsRecord,
    Names extends KnownNames<D, Route, Parent> & string = never,
    Parts extends string = never,
    Marks extends string = never,
  >(
    ...handlers: ContractHandlerParams<
      D,
      Is,
      P,
      ReqBody,
      ReqQuery,
      Headers,
      Cookies,
      Responses,
      Names,
      LocalsObj,
      Parts,
      Marks
    >[]
  ): Used<IsUse, T, Parent, D, Marks>
  /** Registers handlers; the route parameters are inferred from the path. */
  <
    P = RouteParametersOf<D, Route> & Parent,
    ResBody = any,
    ReqBody = any,
    ReqQuery = ParsedQs,
    LocalsObj extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: RequestHandlerParams<Settled<P>, ResBody, ReqBody, ReqQuery, LocalsObj, D>[]
  ): T
  /** Registers handlers. */
  // A call of `use` of an application or a router, `Application | Router`, needs an overload that is
  // not generic.
  (
    ...handlers: RequestHandlerParams<
      RouteParametersOf<D, Route> & Parent,
      any,
      any,
      ParsedQs,
      LocalsRecord,
      D
    >[]
  ): T
  /** Registers handlers. */
  // The compiler shows the errors of the last overload: this one has the messages.
  <Names extends string = never, Marks extends string = never, Needs extends string = never>(
    ...handlers: HandlersWithNames<D, Route, Parent, Names, Marks, Needs>[]
  ): T
}

/** Mounts middleware, routers and applications, with or without a path. */
export interface IRouterUse<T, Parent = unknown, D extends Dialect = '5.x'>
  extends IRouterHandler<T, string, Parent, D, true>,
    IRouterMatcher<T, any, Parent, D> {}
