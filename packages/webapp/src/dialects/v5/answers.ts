// biome-ignore-all lint/correctness/useImportExtensions: these run as they are written, when built.
import type { Next, Res } from '../../http/exchange.ts'
import type { sendWebResponse, WebResponse } from '../../response/web-response.ts'
import { forwardRejection, isThenable, passRejection } from '../../router/layer.ts'

/**
 * A handler may return a web Response, itself or through its promise, and it is sent. Anything else
 * means nothing, among it the response that `return res.send(…)` gives back.
 */
export function settleAnswer(result: unknown, res: Res, next: Next): void {
  if (result === res) return
  if (isThenable(result)) settlePromise(result, res, next)
  else if (isWebResponse(result)) send(result, res, next)
}

function settlePromise(promise: PromiseLike<unknown>, res: Res, next: Next): void {
  // The original asks other promises for their rejection alone.
  if (!(promise instanceof Promise)) {
    forwardRejection(promise, next)
    return
  }
  promise.then(
    (value) => {
      if (value === undefined || value === res) return
      if (isWebResponse(value)) send(value, res, next)
    },
    (error) => passRejection(error, next),
  )
}

/** Tells a Response by its name and its body: asking for the global class would load all of fetch. */
function isWebResponse(value: unknown): value is WebResponse {
  if (typeof value !== 'object' || value === null) return false
  const { [Symbol.toStringTag]: name, body } = value as Partial<WebResponse> & {
    [Symbol.toStringTag]?: unknown
  }
  return name === 'Response' && (body === null || typeof body?.getReader === 'function')
}

// Loaded with the first one: most programs never return any.
function send(response: WebResponse, res: Res, next: Next): void {
  const late = require('../../response/web-response.js') as {
    sendWebResponse: typeof sendWebResponse
  }
  late.sendWebResponse(response, res, next)
}
