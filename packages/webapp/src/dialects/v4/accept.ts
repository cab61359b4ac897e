import type { IncomingMessage } from 'node:http'
import type accepts from 'accepts-v1'
import { lateAcceptsV1 } from '../../http/late-packages.ts'

/** Longer than what clients send. */
const LONG = 1000

/**
 * What a client accepts, as 4.x reads it. That reader splits `Accept` at every comma and then joins
 * what stands in quotes, piece by piece, in quadratic time: 80 kB took it three seconds. In a long
 * header it finds nothing to join.
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
