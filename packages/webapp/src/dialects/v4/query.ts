import type { Handler, Req } from '../../http/exchange.ts'
import { targetOf } from '../../http/target.ts'
import { kQueryParser, type QueryParser } from '../../surface/faces.ts'

const kParser = Symbol('webapp.query.parser')
const kQuery = Symbol('webapp.query')

interface QueryRequest extends Req {
  [kParser]?: QueryParser
  [kQuery]?: unknown
  readonly [kQueryParser]?: QueryParser
}

/** The first layer of every 4.x application: it settles how the query will be parsed. */
export function createQueryLayer(parse: QueryParser | undefined): Handler {
  return function query(req: QueryRequest, _res, next) {
    req[kParser] ??= parse ?? (() => ({}))
    next()
  }
}

/**
 * `req.query` of 4.x can be assigned. It is parsed when it is first read, and kept where a parent
 * application of another dialect does not see it.
 */
export const query = {
  get query(): unknown {
    const req = this as unknown as QueryRequest
    // In an application of another dialect no layer of ours has settled the parser.
    const parse = req[kParser] ?? req[kQueryParser]
    if (req[kQuery] === undefined && parse !== undefined) {
      req[kQuery] = parse(targetOf(req).query)
    }
    return req[kQuery]
  },

  set query(value: unknown) {
    const req = this as unknown as QueryRequest
    req[kQuery] = value
  },
}
