import type { IncomingMessage } from 'node:http'
import { parse } from 'content-type'
import { type BodyPolicy, kRead } from '../../body/options.ts'
import { lateTypeIs } from '../../runtime/late-packages.ts'
import { memoize } from '../../runtime/memoize.ts'

type MarkedRequest = IncomingMessage & { [kRead]?: boolean }

export const bodies: BodyPolicy = {
  prepareBody(req) {
    if (!('body' in req)) req.body = undefined
  },
  isRead,
  markRead(req) {
    ;(req as MarkedRequest)[kRead] = true
  },
  codings: ['deflate', 'gzip', 'br', 'zstd'],
  lateTypeIs,
  charsetOf: memoize((contentType) => parse(contentType).parameters.charset),
}

// Other code already read the request to its end, or the connection is closed.
function isRead(req: IncomingMessage): boolean {
  if (req.complete && !req.readable) return true
  return req.destroyed || req.socket?.readable === false
}
