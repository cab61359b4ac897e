import type { IncomingMessage } from 'node:http'
import type accepts from 'accepts-v1'
import { lateAcceptsV1 } from '../../http/late-packages.ts'

/** No ordinary client sends a longer header. */
const LONG = 1000

/**
 * Reads the Accept headers with the parser of 4.x. That parser splits `Accept` at every comma and
 * rejoins quoted strings in quadratic time: 80 kB took three seconds. So a long header is passed on
 * in a form that has nothing to rejoin.
 */
export function readAcceptV1(req: IncomingMessage): ReturnType<typeof accepts> {
  const { accept } = req.headers
  if (accept === undefined || accept.length < LONG) return lateAcceptsV1()(req)
  const headers = { ...req.headers, accept: withoutQuotedSeparators(accept) }
  return lateAcceptsV1()({ headers } as IncomingMessage)
}

function withoutQuotedSeparators(header: string): string {
  return header.replace(/"[^"]*"?/g, (quoted) => quoted.replace(/[,;]/g, ' '))
}
