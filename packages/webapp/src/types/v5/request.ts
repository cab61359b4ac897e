// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any as in @types/express.

import type { NoParam } from '../shared/absent.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { RequestMembers } from '../shared/request.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'

/** Node's `IncomingMessage` with the members of the framework. */
export interface Request<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> extends RequestMembers<'5.x', P, ResBody, LocalsObj>,
    NoParam {
  /** The parsed body; undefined until a body parser has parsed one. Validate it before use. */
  body: ReqBody
  /** The Host header with its port; the forwarded host if `trust proxy` applies. */
  readonly host: string
  /** The query string, parsed by the `query parser` setting. */
  readonly query: ReqQuery
}
