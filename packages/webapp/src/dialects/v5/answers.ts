import type { Next, Res } from '../../http/exchange.ts'
import { isWebResponse, sendWebResponse } from '../../response/web-response.ts'
import { forwardRejection, isThenable, passRejection } from '../../router/layer.ts'

/**
 * A handler may return a web Response, itself or through its promise, and it is sent. Anything else
 * means nothing, among it the response that `return res.send(…)` gives back.
 */
export function settleAnswer(result: unknown, res: Res, next: Next): void {
  if (result === res) return
  if (isThenable(result)) settlePromise(result, res, next)
  else if (isWebResponse(result)) sendWebResponse(result, res, next)
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
      if (isWebResponse(value)) sendWebResponse(value, res, next)
    },
    (error) => passRejection(error, next),
  )
}
