import type { IncomingMessage } from 'node:http'
import { parseExtendedQueryString } from '../../../http/query-string.ts'
import { targetOf } from '../../../http/target.ts'
import type { Middleware } from './handler.ts'

/** `webapp.query()`: parses the query if `req.query` is not set yet. 3.x has no options. */
export function query(): Middleware {
  return function query(req: IncomingMessage & { query?: unknown }, _res, next) {
    if (!req.query) req.query = parseExtendedQueryString(targetOf(req).query)
    next()
  }
}
