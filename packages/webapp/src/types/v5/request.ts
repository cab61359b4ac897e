import type { NoParam } from '../shared/absent.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { RequestMembers } from '../shared/request.ts'
import type { AddedToRequest } from '../shared/serve-static-core.ts'

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
