// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dialect, RequestOf, ResponseOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { ParsedQs } from './query.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/** Hands the request on; with an argument it leaves the route, the router, or fails. */
export interface NextFunction {
  /** Skips the remaining handlers of this route. */
  (leave: 'route'): void
  /** Skips the remaining handlers of this router. */
  (leave: 'router'): void
  /** Goes on to the next handler, or to the error handlers when given an error. */
  (err?: unknown): void
}

/** Answers a request or hands it on; a rejected promise counts as `next(err)`. */
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
) => unknown

/** Receives what an earlier handler threw or passed to `next`; told apart by its four parameters. */
export type ErrorRequestHandler<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
  D extends Dialect = '5.x',
> = (
  // any: whatever was thrown arrives here, and handlers read `err.status` and the like at once.
  err: any,
  req: RequestOf<D, P, ResBody, ReqBody, ReqQuery, LocalsObj>,
  res: ResponseOf<D, ResBody, LocalsObj>,
  next: NextFunction,
) => unknown

/** Runs when a route parameter is present, before the handlers of the route. */
export type RequestParamHandler<D extends Dialect = '5.x'> = (
  req: RequestOf<D>,
  res: ResponseOf<D>,
  next: NextFunction,
  // any: the parameter as text, or the list of segments of a wildcard.
  value: any,
  name: string,
) => unknown

/** Middleware that needs no more than Node's own request and response. */
export type NextHandleFunction = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: any) => void,
) => void

/** A handler, or a list of them nested to any depth. */
export type Nested<H> = H | readonly Nested<H>[]

/** What `use` and the method functions take: handlers and error handlers, nested to any depth. */
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
 * A plain union of the two would leave functions written in place without parameter types, because
 * the compiler gives up when several members of a union could type them. It passes over a member
 * whose fitting signatures differ in their type parameters. So the first types functions of up to
 * three parameters, the last those of four, and the two between accept without typing.
 */
export type Middleware<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
  D extends Dialect = '5.x',
> =
  | RequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>
  | ForeignHandler
  | ForeignErrorHandler
  | ErrorHandlerHint<P, ResBody, ReqBody, ReqQuery, LocalsObj, D>

/** A handler declared for other parameters, another dialect, or with the types of a package. */
interface ForeignHandler {
  (req: AnyRequest, res: AnyResponse, next: NextFunction): unknown
  <_>(req: AnyRequest, res: AnyResponse, next: NextFunction): unknown
}

/** An error handler, declared for whatever request. */
interface ForeignErrorHandler {
  (err: any, req: AnyRequest, res: AnyResponse, next: NextFunction): unknown
  <_>(err: any, req: AnyRequest, res: AnyResponse, next: NextFunction): unknown
}

interface ErrorHandlerHint<
  P,
  ResBody,
  ReqBody,
  ReqQuery,
  LocalsObj extends LocalsRecord,
  D extends Dialect,
> {
  (
    err: any,
    req: RequestOf<D, P, ResBody, ReqBody, ReqQuery, LocalsObj>,
    res: ResponseOf<D, ResBody, LocalsObj>,
    next: NextFunction,
  ): unknown
  <_>(req: any, res: any, next: any): unknown
}

/** Fits where a request of any dialect is asked for. */
type AnyRequest = RequestOf<'5.x', any, any, any, any, any> &
  RequestOf<'4.x', any, any, any, any, any> &
  RequestOf<'3.x', any, any, any, any, any>

/** Fits where a response of any dialect is asked for. */
type AnyResponse = ResponseOf<'5.x', any, any> &
  ResponseOf<'4.x', any, any> &
  ResponseOf<'3.x', any, any>
