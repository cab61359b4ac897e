// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import { isThenable, passRejection } from '../../errors/callback-errors.ts'
import type { Next, Res } from '../../http/exchange.ts'
import { type CheckReturned, kCheckReturned, type WebResponse } from '../../http/web-response.ts'
import { isWebResponse } from '../../response/is-web-response.ts'
import type { sendWebResponse } from '../../response/web-response.ts'
import { forwardRejection } from '../../router/layer.ts'
import { late } from '../../runtime/late-packages.ts'

/**
 * Sends the web Response that a handler returns or promises. Other values are ignored, such as the
 * response object of `return res.send(…)`.
 */
export function sendReturnedResponse(result: unknown, res: Res, next: Next): void {
  if (result === res) return
  if (isThenable(result)) sendPromisedResponse(result, res, next)
  else if (isWebResponse(result)) send(result, res, next)
}

function sendPromisedResponse(promise: PromiseLike<unknown>, res: Res, next: Next): void {
  // For a thenable that is not a Promise, Express only handles the rejection.
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

// Most programs never return a Response.
const lateWebResponse = late<{ sendWebResponse: typeof sendWebResponse }>(() =>
  require('../../response/web-response.js'),
)

function send(response: WebResponse, res: CheckedRes, next: Next): void {
  const { sendWebResponse } = lateWebResponse()
  const check = res[kCheckReturned]
  if (check === undefined) sendWebResponse(response, res, next)
  else check(response, (checked) => sendWebResponse(checked, res, next))
}

/** A response whose contract checks what a handler returns. */
type CheckedRes = Res & { readonly [kCheckReturned]?: CheckReturned }
