import { type BodyPolicy, kRead } from '../../body/options.ts'
import { memoize } from '../../runtime/memoize.ts'
import { parseContentType } from './content-type.ts'
import { typeIs } from './type-is.ts'

interface MarkedRequest {
  /** The flag by which body parsers of 4.x mark a body as read. */
  _body?: boolean
  /** The same flag of 5.x parsers, for programs that mix both dialects. */
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
  lateTypeIs: () => typeIs,
  charsetOf: memoize(charsetOf),
}

function charsetOf(contentType: string): string | undefined {
  try {
    return parseContentType(contentType).parameters.charset
  } catch {
    return undefined
  }
}
