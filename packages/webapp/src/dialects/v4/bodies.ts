import { parse } from 'content-type-v1'
import { type BodyPolicy, kRead } from '../../body/options.ts'
import { lateTypeIsV1 } from '../../http/late-packages.ts'
import { memoize } from '../../http/memoize.ts'

interface MarkedRequest {
  /** How body parsers of 4.x tell each other that a body has been read. */
  _body?: boolean
  /** The same from a parser of 5.x, in an application of both. */
  readonly [kRead]?: boolean
}

export const bodies: BodyPolicy = {
  prepareBody(req) {
    req.body = req.body || {}
  },
  isRead: (req) => Boolean((req as MarkedRequest)._body || (req as MarkedRequest)[kRead]),
  markRead(req) {
    ;(req as MarkedRequest)._body = true
  },
  codings: ['deflate', 'gzip'],
  lateTypeIs: lateTypeIsV1,
  charsetOf: memoize(charsetOf),
}

function charsetOf(contentType: string): string | undefined {
  try {
    return parse(contentType).parameters.charset
  } catch {
    return undefined
  }
}
