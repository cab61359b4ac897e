import type { Req } from '../http/exchange.ts'
import { targetOf } from '../http/target.ts'
import { kQueryParser, type QueryParser } from '../surface/faces.ts'

interface QueryRequest extends Req {
  readonly [kQueryParser]?: QueryParser
}

/** Members that read the request target. */
export const target = {
  get query(): unknown {
    const req = this as unknown as QueryRequest
    const { settings } = req.app
    const parse = req[kQueryParser] ?? (settings['query parser fn'] as QueryParser | undefined)
    if (!parse) return Object.create(null)
    return parse(targetOf(req).query)
  },

  get path(): string | undefined {
    return targetOf(this as unknown as Req).pathname
  },
}
