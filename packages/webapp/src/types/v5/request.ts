// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any as in @types/express.

import type webapp = require('../../v5.ts')

import type { NoParam } from '../shared/absent.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { RequestMembers } from '../shared/request.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'
import type { AddedToRequest } from '../shared/serve-static-core.ts'

/** A request; `Request` of the entry is an interface, so that programs can add members to it. */
export type Request<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = webapp.Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>

/** The members of requests. */
export interface RequestInterface<P, ResBody, ReqBody, ReqQuery, LocalsObj extends LocalsRecord>
  extends RequestMembers<'5.x', P, ResBody, LocalsObj>,
    NoParam,
    AddedToRequest {
  /** The parsed body; undefined until a body parser has parsed one. Validate it before use. */
  body: ReqBody
  /** The Host header with its port; the forwarded host if `trust proxy` applies. */
  readonly host: string
  /** The query string, parsed by the `query parser` setting. */
  readonly query: ReqQuery
}
