import { catchesRejections } from '../../errors/callback-errors.ts'
import type { Req } from '../../http/exchange.ts'
import { forwardIfRejectedOnce } from '../../router/layer.ts'
import type { ResultHandler } from '../../router/router-types.ts'

/**
 * Only the rejection of a returned promise is handled; other return values are ignored. In
 * Express, a rejection leaves the client waiting.
 */
export function resultHandlerFor(req: Req): ResultHandler {
  return catchesRejections(req) ? forwardIfRejectedOnce : undefined
}
