import type webapp = require('../../dialects/v4/webapp.ts')

import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'

// Aliases of the interfaces of the namespace, which programs add members to.

export type * from './names.ts'

/** Node's `IncomingMessage` with the members of the framework. */
export type Request<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = webapp.Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
/** Node's `ServerResponse` with the members of the framework. */
export type Response<
  ResBody = any,
  LocalsObj extends LocalsRecord = LocalsRecord,
  StatusCode extends number = number,
> = webapp.Response<ResBody, LocalsObj, StatusCode>
/** An application: a request handler function with routes, settings and views. */
export type Application<LocalsObj extends LocalsRecord = LocalsRecord> =
  webapp.Application<LocalsObj>
