import { type BodyPolicy, kRead } from '../../body/options.ts'
import { remember } from '../../http/remember.ts'
import { parseContentType } from './content-type.ts'
import { typeIs } from './type-is.ts'

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
  lateTypeIs: () => typeIs,
  charsetOf: remember(charsetOf),
}

function charsetOf(contentType: string): string | undefined {
  try {
    return parseContentType(contentType).parameters.charset
  } catch {
    return undefined
  }
}
