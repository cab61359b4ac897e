import type { LocalsRecord } from '../shared/express-namespace.ts'
import type * as shared from '../shared/handlers.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'

/** Handles a request or passes it on with `next`; a rejected promise counts as `next(err)`. */
export type RequestHandler<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = shared.RequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj, '3.x'>

/**
 * Handles an error that an earlier handler threw or passed to `next`; must declare four parameters.
 */
export type ErrorRequestHandler<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = shared.ErrorRequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj, '3.x'>

/** An argument of the method functions: handlers and error handlers, nested to any depth. */
export type RequestHandlerParams<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = shared.RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj, '3.x'>

/** Runs when a route parameter is present, before the handlers of the route. */
export type RequestParamHandler = shared.RequestParamHandler<'3.x'>

/** A request handler with the default type arguments. */
export interface Handler extends RequestHandler {}

/** A function for `param(fn)`. */
export type ParamAdapter = shared.ParamAdapter<'3.x'>
