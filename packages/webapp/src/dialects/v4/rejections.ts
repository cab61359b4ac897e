import type { Req } from '../../http/exchange.ts'
import { forwardIfRejected, type ResultHandler } from '../../router/layer.ts'

/**
 * The original left a client waiting when a handler returned a promise that was rejected. Here it
 * goes to the error handlers, unless the setting 'catch rejections' is off.
 */
export function catchesRejections(req: Req): boolean {
  return req.app?.settings['catch rejections'] !== false
}

/** What handlers return means nothing but that. */
export function resultHandlerFor(req: Req): ResultHandler {
  return catchesRejections(req) ? forwardIfRejected : undefined
}
