import type { Dialect, RequestOf, ResponseOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { Nested, TypedMiddleware } from './handlers.ts'

/** Carries the types of a contract to the handlers of its route. */
export interface ContractCarrier<Types> {
  /** The types of the contract; never present at run time. */
  readonly '~contract': Types
}

/** The target of the inference from contracts among the handlers of a route. */
export type ContractOf<Is, P, ReqBody, ReqQuery, Headers, Cookies, Responses> = ContractCarrier<{
  readonly is: Is
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

/** A request whose parts a contract has parsed. */
export type CheckedRequest<
  D extends Dialect,
  P,
  ReqBody,
  ReqQuery,
  Headers,
  Cookies,
  LocalsObj extends LocalsRecord,
> = RequestOf<D, P, any, ReqBody, ReqQuery, LocalsObj> & {
  /** The parsed parts of the request. */
  readonly valid: ValidParts<P, ReqBody, ReqQuery, Headers, Cookies>
}

/** The handlers of a route with a contract: contracts, and handlers that see the parsed request. */
export type ContractHandlerParams<
  D extends Dialect,
  Is,
  P,
  ReqBody,
  ReqQuery,
  Headers,
  Cookies,
  Responses,
  LocalsObj extends LocalsRecord,
> = Nested<
  | ContractOf<Is, P, ReqBody, ReqQuery, Headers, Cookies, Responses>
  | IfContract<
      Is,
      TypedMiddleware<
        CheckedRequest<
          D,
          Settled<P>,
          Settled<ReqBody>,
          Settled<ReqQuery>,
          Settled<Headers>,
          Settled<Cookies>,
          LocalsObj
        >,
        CheckedResponse<D, Settled<Responses>, LocalsObj>
      >
    >
>

/** Excludes handlers from the inference of `T`, as `NoInfer` does since TypeScript 5.4. */
export type Settled<T> = [T][T extends unknown ? 0 : never]

/** `Then` if there is a contract among the handlers; else `never`, which rules an overload out. */
export type IfContract<Is, Then> = Is extends true ? Then : never
