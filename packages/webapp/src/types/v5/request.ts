// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { NoParam } from '../shared/absent.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { RequestMembers } from '../shared/request.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'

/** Node's request with the members of the framework. */
export interface Request<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> extends RequestMembers<'5.x', P, ResBody, LocalsObj>,
    NoParam {
  /** The parsed body; undefined until a body parser has read one, and never to be trusted. */
  body: ReqBody
  /** Host header with its port; under `trust proxy` as forwarded. */
  readonly host: string
  /** Query string as parsed by the `query parser` setting. */
  readonly query: ReqQuery
}
