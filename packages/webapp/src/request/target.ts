import type { Req } from '../http/exchange.ts'
import { targetOf } from '../http/target.ts'

/** Members that read the request target. */
export const target = {
  get query(): unknown {
    const req = this as unknown as Req
    const parse = req.app.settings['query parser fn'] as
      | ((query: string | null) => unknown)
      | undefined
    if (!parse) return Object.create(null)
    return parse(targetOf(req).query)
  },

  get path(): string | undefined {
    return targetOf(this as unknown as Req).pathname
  },
}
