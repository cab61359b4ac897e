import type {
  CheckedResponse,
  ContractCarrier,
  MiddlewareBehind,
  PathWithNames,
} from '../types/shared/contract-handlers.ts'
import type {
  NewestDialect,
  RequestOf,
  RouteParametersOf,
  RouterOf,
} from '../types/shared/dialect.ts'
import type { LocalsRecord } from '../types/shared/express-namespace.ts'
import type { Nested } from '../types/shared/handlers.ts'
import type { Marked, MissingMembers, ProvidesCarrier } from '../types/shared/provided.ts'
import type { ParsedQs } from '../types/shared/query.ts'
import type { Method } from '../types/shared/route-keys.ts'
import type { ContractLocation, ContractTypes, OutputOf } from './contract-types.ts'

/** The method of a route, in upper case. */
export type ApiMethod = Uppercase<Method>

/** A route of a set. `Description` is what its contract was created from. */
export interface ApiRoute<
  RouteMethod extends string = string,
  Path extends string = string,
  Description = any,
> {
  /** The method, such as `GET`. */
  readonly method: RouteMethod
  /** The path, in the syntax of the newest dialect. */
  readonly path: Path
  /** The type of the description; never present at run time. */
  readonly '~description': Description
}

/** A set of routes under a prefix. */
export interface ApiMount<Prefix extends string = string, Routes = any> {
  /** The path that the set is mounted at. */
  readonly prefix: Prefix
  /** The types of the routes; never present at run time. */
  readonly '~routes': Routes
}

/** A set of routes: a router of the newest dialect that carries the types of its routes. */
export interface Api<Routes = any> extends RouterOf<NewestDialect> {
  /** The types of the routes; never present at run time. */
  readonly '~api': Routes
}

/**
 * The types of a set of routes. `interface Notes extends ApiTypes<typeof notes> {}` gives them a name, which
 * the compiler compares and prints in place of all routes.
 */
export interface ApiTypes<Set extends ApiTypes<any> = any> {
  /** The types of the routes; never present at run time. */
  readonly '~api': Set['~api']
}

/** Options of a set of routes, before the routes. */
export interface ApiOptions {
  /** Keeps the parameters of the prefix; on conflict the value of the route wins. */
  readonly mergeParams: boolean
}

/** `api` of webapp/contract. */
// One signature: the compiler would infer each route again for another one.
export type CreateApi = <Routes extends readonly (ApiRoute | ApiMount | ApiOptions)[]>(
  ...routes: Routes
) => Api<Routes>

/** `route` of webapp/contract. */
export interface CreateRoute {
  /** Puts a set of routes under a prefix. */
  <Prefix extends string, Routes>(prefix: Prefix, set: Api<Routes>): ApiMount<Prefix, Routes>
  /** Describes a route with its contract and its handlers, which see the parsed request. */
  <
    RouteMethod extends ApiMethod,
    Path extends string,
    Description = NoDescription,
    Marks extends string = never,
    Needs extends string = never,
  >(
    method: RouteMethod,
    path: RoutePath<Path, Description, Marks, Needs>,
    ...handlers: RouteHandlers<Path, Description, Marks, Needs>[]
  ): ApiRoute<RouteMethod, Path, Description>
}

/** The description of a route without a contract. */
// biome-ignore lint/complexity/noBannedTypes: it has no parts.
type NoDescription = {}

/**
 * The path of a route; a message if its contract requires parameters that the path does not have, or if a
 * middleware needs members that the request does not have.
 */
type RoutePath<Path extends string, D, Marks, Needs> = PathWithNames<
  NewestDialect,
  Path,
  unknown,
  RequiredNames<D>,
  MissingMembers<NewestDialect, Marks, Needs>
>

/** The route parameters that a contract requires. */
type RequiredNames<D> =
  ContractTypes<D> extends { readonly names: readonly [infer Names] } ? Names : never

type RouteHandlers<Path extends string, D, Marks extends string, Needs extends string> = Nested<
  | ContractCarrier<{ readonly description: D }>
  | ProvidesCarrier<Marks, Needs>
  | Late<D, MiddlewareBehind<RouteRequest<Path, D>, RouteResponse<D>, string, Marked<Marks>>>
>

/** `T`, which the compiler works out once `D` is known: a tenth fewer types for a set of routes. */
type Late<D, T> = { readonly late: T }[D extends unknown ? 'late' : never]

/** A request behind the contract of its route: `valid` has only the parts that are described. */
type RouteRequest<Path extends string, D> = RequestOf<
  NewestDialect,
  PartOf<D, 'params', RouteParametersOf<NewestDialect, Path>>,
  any,
  PartOf<D, 'body', any>,
  PartOf<D, 'query', ParsedQs>,
  LocalsRecord
> & {
  /** The parsed parts of the request. */
  readonly valid: { readonly [Name in keyof D & ContractLocation]: OutputOf<D[Name]> }
}

type RouteResponse<D> = CheckedResponse<NewestDialect, ResponsesOf<D>, LocalsRecord>

type PartOf<D, Name extends ContractLocation, Else> = D extends {
  readonly [Key in Name]: infer S
}
  ? OutputOf<S>
  : Else

type ResponsesOf<D> =
  ContractTypes<D> extends { readonly responses: readonly [infer Responses] } ? Responses : unknown
