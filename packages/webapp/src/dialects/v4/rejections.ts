import type { Req } from '../../http/exchange.ts'
import { forwardIfRejected, type ResultHandler } from '../../router/layer.ts'

/**
 * In the original, a rejected promise of a handler leaves the client waiting. Here the rejection
 * goes to the error handlers, unless the setting 'catch rejections' is off.
 */
export function catchesRejections(req: Req): boolean {
  return req.app?.settings['catch rejections'] !== false
}

/** Only the rejection of a returned promise is handled; other return values are ignored. */
export function resultHandlerFor(req: Req): ResultHandler {
  return catchesRejections(req) ? forwardIfRejected : undefined
}
