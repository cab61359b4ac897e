// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { LocalsRecord } from '../shared/express-namespace.ts'
import type * as shared from '../shared/handlers.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'

/** Answers a request or hands it on; a rejected promise counts as `next(err)`. */
export type RequestHandler<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = shared.RequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj, '4.x'>

/** Receives what an earlier handler threw or passed to `next`; told apart by its four parameters. */
export type ErrorRequestHandler<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = shared.ErrorRequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj, '4.x'>

/** What `use` and the method functions take: handlers and error handlers, nested to any depth. */
export type RequestHandlerParams<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = shared.RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj, '4.x'>

/** Runs when a route parameter is present, before the handlers of the route. */
export type RequestParamHandler = shared.RequestParamHandler<'4.x'>

/** A request handler with the general parameter types. */
export interface Handler extends RequestHandler {}

/** What `param(fn)` takes: makes the handler of a parameter from what `param` was given for it. */
export type ParamAdapter = (
  name: string,
  // any: each adapter decides what it is given.
  option: any,
  // biome-ignore lint/suspicious/noConfusingVoidType: an adapter that returns nothing has no say.
) => RequestParamHandler | undefined | void

/** What an adapter may make a handler of; functions are handlers already. */
export type ParamOption =
  | (string | number | boolean | RegExp | readonly unknown[])
  | { readonly [key: string]: unknown }
