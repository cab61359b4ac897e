import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dialect, RequestOf, ResponseOf, ResultOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { ParsedQs } from './query.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/**
 * Passes the request on: to the next handler, out of the route or router, or to the error handlers.
 */
export interface NextFunction {
  /** Skips the remaining handlers of this route. */
  (leave: 'route'): void
  /** Skips the remaining handlers of this router. */
  (leave: 'router'): void
  /** Runs the next handler, or the next error handler if an error is given. */
  (err?: unknown): void
}

/** Handles a request or passes it on with `next`; a rejected promise counts as `next(err)`. */
export type RequestHandler<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
  D extends Dialect = '5.x',
> = (
  req: RequestOf<D, P, ResBody, ReqBody, ReqQuery, LocalsObj>,
  res: ResponseOf<D, ResBody, LocalsObj>,
  next: NextFunction,
) => ResultOf<D>

/**
 * Handles an error that an earlier handler threw or passed to `next`; must declare four parameters.
 */
export type ErrorRequestHandler<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
  D extends Dialect = '5.x',
> = (
  // any: any value can be thrown, and handlers read members such as `err.status` without narrowing.
  err: any,
  req: RequestOf<D, P, ResBody, ReqBody, ReqQuery, LocalsObj>,
  res: ResponseOf<D, ResBody, LocalsObj>,
  next: NextFunction,
) => ResultOf<D>

/** Runs when a route parameter is present, before the handlers of the route. */
export type RequestParamHandler<D extends Dialect = '5.x'> = (
  req: RequestOf<D>,
  res: ResponseOf<D>,
  next: NextFunction,
  // any: a string, or the segments of a wildcard as an array.
  value: any,
  name: string,
  // any: as in `@types/express`, so that a function of JavaScript may return nothing.
) => any

/**
 * A function for `param(fn)`: creates the handler of a parameter from the option that `param`
 * received.
 */
export type ParamAdapter<D extends Dialect> = (
  name: string,
  // any: each adapter defines its own options.
  option: any,
  // biome-ignore lint/suspicious/noConfusingVoidType: an adapter may return nothing.
) => RequestParamHandler<D> | undefined | void

/** Middleware that only needs Node's own request and response. */
export type NextHandleFunction = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: any) => void,
) => void

/** A handler, or an array of handlers nested to any depth. */
export type Nested<H> = H | readonly Nested<H>[]

/**
 * An argument of `use` and the method functions: handlers and error handlers, nested to any depth.
 */
export type RequestHandlerParams<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
  D extends Dialect = '5.x',
> = Nested<Middleware<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>>

/**
 * A handler or an error handler.
 *
 * With a plain union of the two, the compiler cannot infer parameter types for inline functions,
 * because several members of the union could apply. The compiler skips a member whose matching
 * signatures differ in their type parameters. So the first member types functions with up to three
 * parameters, and the last one those with four. The two members between accept functions without
 * contributing parameter types.
 */
export type Middleware<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
  D extends Dialect = '5.x',
> =
  | PlainHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>
  | ForeignHandler
  | ForeignErrorHandler
  | ErrorHandlerHint<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>

/**
 * Rules out contracts. Their overload comes earlier, but the compiler prefers an overload that needs no
 * assignment of `any`, so the others must not accept them.
 */
interface NoContract {
  readonly '~contract'?: never
}

/**
 * The arguments of the first overload, which types handlers in the arguments of other functions.
 *
 * The compiler types the inline handler in `wrap((req, res) => ...)` by the first overload, even if
 * it then rejects this overload. So the first overload has one function type to infer from, and no
 * type parameters that are not known yet. No call fits it, because of `Rejected`: the other overloads
 * type inline handlers that are arguments themselves.
 */
export type HandlerContext<P, D extends Dialect, Carrier = never> =
  | (Rejected & (FrameworkHandler<P, D> | (FrameworkHandler<P, D> & Carrier))[])
  // Calls of generic functions that the compiler puts off are of this type at first.
  | never[]

/** A member that no list has. Beside it, the compiler checks the list after all of its elements. */
export interface Rejected {
  readonly '~rejected': never
}

/**
 * The arguments of the second overload, which accepts mocks such as `vi.fn()`. They infer their type
 * arguments from any member of the parameter's type, so there the list is a type parameter with this
 * constraint. The compiler infers no list with inline handlers, and its default rejects them.
 */
export type NamedHandlers<P, D extends Dialect, Known> = readonly NamedHandler<P, D, Known>[]

interface NamedHandler<P, D extends Dialect, Known> {
  (this: NoThis, req: RequestOf<D, P>, res: ResponseOf<D>, next: NextFunction): unknown
  /** A contract must not require route parameters that the path does not have. */
  readonly '~contract'?: { readonly names?: [Known] }
  /** The third overload gives what middleware adds to the other handlers. */
  readonly '~provides'?: never
}

type FrameworkHandler<P, D extends Dialect> = (
  this: NoThis,
  req: RequestOf<D, P>,
  res: ResponseOf<D>,
  next: NextFunction,
) => unknown

/** A handler from another call that takes the parameters of its route from here. */
export interface ParamsCarrier<P> {
  /** The parameters of the route; never present at run time. */
  readonly '~params': P
}

interface PlainHandler<
  P,
  ResBody,
  ReqBody,
  ReqQuery,
  LocalsObj extends LocalsRecord,
  D extends Dialect,
> extends NoContract {
  (
    req: RequestOf<D, P, ResBody, ReqBody, ReqQuery, LocalsObj>,
    res: ResponseOf<D, ResBody, LocalsObj>,
    next: NextFunction,
  ): unknown
}

/** The same for handlers whose request and response are known. Error handlers have another request. */
export type TypedMiddleware<Req, Res, Names, FailedReq = Req, Context = unknown> =
  | TypedHandler<Req, Res, Names>
  | ForeignBehind<Context>
  | ForeignErrorHandler<ValidatedRequest>
  | TypedErrorHandlerHint<FailedReq, Res>

/** The compiler does not infer through an indexed access, which saves it a look at each handler. */
type ForeignBehind<Context> = {
  none: ForeignHandler<ValidatedRequest>
  some: ForeignHandler<ValidatedRequest & Context>
}[unknown extends Context ? 'none' : 'some']

interface TypedHandler<Req, Res, Names> {
  (req: Req, res: Res, next: NextFunction): unknown
  // A contract whose types are not those of an earlier one.
  readonly '~contract'?: { readonly names?: [Names] }
}

/**
 * A handler typed for other route parameters, for another dialect or with a package's own types.
 */
export interface ForeignHandler<Req = AnyRequest> extends NoContract {
  (req: Req, res: AnyResponse, next: NextFunction): unknown
  <_>(req: Req, res: AnyResponse, next: NextFunction): unknown
}

/** An error handler typed for any request. */
interface ForeignErrorHandler<Req = AnyRequest> extends NoContract {
  (this: NoThis, err: any, req: Req, res: AnyResponse, next: NextFunction): unknown
  <_>(this: NoThis, err: any, req: Req, res: AnyResponse, next: NextFunction): unknown
  // The compiler infers from the last signature only.
  <_>(this: NoThis, ...args: any): unknown
}

/**
 * The `this` of error handlers, which is undefined. An error can be of any type, so a function with
 * one parameter is accepted as an error handler. This type rejects functions that create middleware,
 * as in `app.use(webapp.json)`: their `this` is a `FactoryThis`.
 */
export type NoThis = 'handlers have no this'

/** The `this` of functions that create middleware: any value but a `NoThis`. */
// biome-ignore lint/suspicious/noConfusingVoidType: the functions are called with and without `this`.
export type FactoryThis = object | null | undefined | void

interface ErrorHandlerHint<
  P,
  ResBody,
  ReqBody,
  ReqQuery,
  LocalsObj extends LocalsRecord,
  D extends Dialect,
> {
  (
    this: NoThis,
    err: any,
    req: RequestOf<D, P, ResBody, ReqBody, ReqQuery, LocalsObj>,
    res: ResponseOf<D, ResBody, LocalsObj>,
    next: NextFunction,
  ): unknown
  <_>(this: NoThis, req: unknown, res: unknown, next: unknown): unknown
}

interface TypedErrorHandlerHint<Req, Res> {
  (this: NoThis, err: any, req: Req, res: Res, next: NextFunction): unknown
  <_>(this: NoThis, req: unknown, res: unknown, next: unknown): unknown
}

/** Assignable to the request of every dialect. */
export type AnyRequest = RequestOf<'5.x', any, any, any, any, any> &
  RequestOf<'4.x', any, any, any, any, any> &
  RequestOf<'3.x', any, any, any, any, any>

/** The same behind a contract. */
type ValidatedRequest = AnyRequest & { readonly valid: any }

/** Assignable to the response of every dialect. */
type AnyResponse = ResponseOf<'5.x', any, any> &
  ResponseOf<'4.x', any, any> &
  ResponseOf<'3.x', any, any>
