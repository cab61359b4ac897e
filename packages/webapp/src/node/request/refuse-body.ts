import type { IncomingMessage } from 'node:http'
import { refuseToContinue } from '../response/expect-continue.ts'
import { lingerAfter } from '../server/linger.ts'

/**
 * Called when a body is refused before it was read to its end: a client that waits for `100 Continue`
 * is not asked for the body, and one that is sending it can still read the response.
 */
export function refuseBody(req: IncomingMessage): void {
  refuseToContinue(req)
  lingerAfter(req)
}
