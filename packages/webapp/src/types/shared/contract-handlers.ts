import type { Dialect, PathOf, RequestOf, ResponseOf, RouteParametersOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { Nested, RequestHandlerParams, TypedMiddleware } from './handlers.ts'
import type { Marked, MissingMember, MissingMembers, Perhaps, ProvidesCarrier } from './provided.ts'
import type { ParsedQs } from './query.ts'

/** Carries the types of a contract to the handlers of its route. */
export interface ContractCarrier<Types> {
  /** The types of the contract; never present at run time. */
  readonly '~contract': Types
}

/** The target of the inference from contracts among the handlers of a route. */
export type ContractOf<Is, P, ReqBody, ReqQuery, Headers, Cookies, Responses, Names, Parts> =
  ContractCarrier<{
    /** The route parameters that the contract requires. */
    readonly names?: [Names]
    readonly is: Is
    /** The parts of the request that the contract describes. */
    readonly parts?: [Parts]
    readonly params?: [P]
    readonly body?: [ReqBody]
    readonly query?: [ReqQuery]
    readonly headers?: [Headers]
    readonly cookies?: [Cookies]
    readonly responses?: [Responses]
  }>

/** The parsed parts of a request. */
export interface ValidParts<
  P = unknown,
  ReqBody = unknown,
  ReqQuery = unknown,
  Headers = unknown,
  Cookies = unknown,
> {
  /** The parsed route parameters. */
  readonly params: P
  /** The parsed query. */
  readonly query: ReqQuery
  /** The parsed header fields. */
  readonly headers: Headers
  /** The parsed cookies. */
  readonly cookies: Cookies
  /** The parsed body. */
  readonly body: ReqBody
}

/** A response whose bodies are checked by status. */
export type CheckedResponse<
  D extends Dialect,
  Responses,
  LocalsObj extends LocalsRecord,
> = unknown extends Responses
  ? ResponseOf<D, any, LocalsObj>
  : StatusFirst<D, Responses, LocalsObj> & ResponseOf<D, BodyWithoutStatus<Responses>, LocalsObj>

interface StatusFirst<D extends Dialect, Responses, LocalsObj extends LocalsRecord> {
  /** Sets the status code; the body that follows must fit the response of this status. */
  status<Status extends number>(
    code: Status,
  ): ResponseOf<D, BodyOfStatus<Responses, Status>, LocalsObj>
}

/** The body for a status that the compiler knows; the union of all bodies for any other number. */
type BodyOfStatus<Responses, Status extends number> = number extends Status
  ? Responses[keyof Responses]
  : Status extends keyof Responses
    ? Responses[Status]
    : RangeOf<Status> extends keyof Responses
      ? Responses[RangeOf<Status>]
      : Responses extends { default: infer Body }
        ? Body
        : 'the contract has no response with this status'

type RangeOf<Status extends number> = `${Status}` extends `${infer Digit}${string}`
  ? `${Digit}XX`
  : never

/**
 * The body of `res.json(body)`: that of 200. Without a response 200, an earlier statement has set
 * the status, and any body can follow.
 */
type BodyWithoutStatus<Responses> = 200 extends keyof Responses
  ? Responses[200]
  : '2XX' extends keyof Responses
    ? Responses['2XX']
    : Responses[keyof Responses]

/** A request; `Parts` are those that a contract has parsed, with `valid` if there is a contract. */
export type CheckedRequest<
  D extends Dialect,
  P,
  ReqBody,
  ReqQuery,
  Headers,
  Cookies,
  LocalsObj extends LocalsRecord,
  Parts,
> = RequestOf<D, P, any, ReqBody, ReqQuery, LocalsObj> &
  ([Parts] extends [never]
    ? unknown
    : {
        /** The parsed parts of the request. */
        readonly valid: Pick<
          ValidParts<P, ReqBody, ReqQuery, Headers, Cookies>,
          Parts & keyof ValidParts
        >
      })

/**
 * The handlers of a route with a contract: contracts, and handlers that see the parsed request and
 * what other middleware adds: `Marks` of the same call, and `Context` of the router.
 */
export type ContractHandlerParams<
  D extends Dialect,
  Is,
  P,
  ReqBody,
  ReqQuery,
  Headers,
  Cookies,
  Responses,
  Names,
  LocalsObj extends LocalsRecord,
  Parts,
  Marks extends string,
  Context = unknown,
> = Nested<
  | ContractOf<Is, P, ReqBody, ReqQuery, Headers, Cookies, Responses, Names, Parts>
  | ProvidesCarrier<Marks>
  | IfContract<
      Is,
      MiddlewareBehind<
        CheckedRequest<
          D,
          Settled<P>,
          Settled<ReqBody>,
          Settled<ReqQuery>,
          Settled<Headers>,
          Settled<Cookies>,
          LocalsObj,
          Settled<Parts>
        >,
        CheckedResponse<D, Settled<Responses>, LocalsObj>,
        Names,
        Context & Marked<Marks>
      >
    >
>

/** Handlers of requests with more members. The middleware that adds them may be what has failed. */
export type MiddlewareBehind<Req, Res, Names, Context> = TypedMiddleware<
  Req & Context,
  Res,
  Names,
  Req & Perhaps<Context>,
  Context
>

/** Excludes handlers from the inference of `T`, as `NoInfer` does since TypeScript 5.4. */
export type Settled<T> = [T][T extends unknown ? 0 : never]

/** `Then` if there is a contract among the handlers; else `never`, which rules an overload out. */
export type IfContract<Is, Then> = Is extends true ? Then : never

/**
 * The route parameters that a contract may require: those of the path and of `Parent`. Any name, if
 * the path is not a literal, or if a router merges parameters that its type does not tell.
 */
export type KnownNames<D extends Dialect, Path, Parent> = Path extends string
  ? // biome-ignore lint/complexity/noBannedTypes: assignable only if the path is not a literal.
    {} extends { [Name in Path]: unknown }
    ? string
    : unknown extends Parent
      ? NamesOf<RouteParametersOf<D, Path>>
      : [keyof Parent] extends [never]
        ? string
        : NamesOf<RouteParametersOf<D, Path>> | NamesOf<Parent>
  : string

/** The names of the members of each part of a union. */
type NamesOf<T> = T extends unknown ? `${keyof T & (string | number)}` : never

/** The names that a path does not have. */
// `any` and `string` are not names of contracts, but what the compiler has in place of them where it
// compares overloads or infers nothing.
type MissingNames<Known, Names> = string extends Names ? never : Exclude<Names, Known>

/** What the compiler shows for a contract with such names, because no argument fits. */
type MissingName<Name> = Name extends string
  ? `the path has no parameter '${Name}': add ':${Name}' to the path, or rename it in the params of the contract`
  : never

/**
 * The path of a route; a message if a contract among its handlers requires other parameters, or if a
 * middleware needs members that the request does not have.
 */
export type PathWithNames<D extends Dialect, Path, Parent, Names, Members = never> = [
  MissingNames<KnownNames<D, Path, Parent>, Names>,
] extends [never]
  ? [Members] extends [never]
    ? PathOf<D, Path>
    : MissingMember<Members>
  : MissingName<MissingNames<KnownNames<D, Path, Parent>, Names>>

/**
 * The path. The compiler infers to both branches, so it also reads what is in the place of the path, as in
 * `use(provider)`. The condition is false, and does not depend on the path, which may be a type parameter.
 */
export type PathOrCarrier<Names, Given, Carrier> = [Names, 0] extends [unknown, 1] ? Carrier : Given

/** The same for the handlers of a route, which has its path already. */
export type HandlersWithNames<
  D extends Dialect,
  Path extends string,
  Parent,
  Names,
  Marks extends string,
  Needs extends string,
> = [MissingNames<KnownNames<D, Path, Parent>, Names>] extends [never]
  ? [MissingMembers<D, Marks, Needs>] extends [never]
    ?
        | RequestHandlerParams<
            RouteParametersOf<D, Path> & Parent,
            any,
            any,
            ParsedQs,
            LocalsRecord,
            D
          >
        | ContractNames<Names, Marks, Needs>
    : MissingMember<MissingMembers<D, Marks, Needs>>
  : MissingName<MissingNames<KnownNames<D, Path, Parent>, Names>>

/** The compiler infers names and members from contracts and providers by this type. No handler fits it. */
export type ContractNames<Names, Marks extends string, Needs extends string> = Nested<
  (ContractCarrier<{ readonly names: [Names] }> | ProvidesCarrier<Marks, Needs>) & {
    readonly '~rejected': never
  }
>
