import type { IncomingMessage } from 'node:http'
import type { Req } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'

type Choose = (...offered: string[]) => string | string[] | false
type Accepts = (
  req: IncomingMessage,
) => Readonly<Record<'types' | 'encodings' | 'charsets' | 'languages', Choose>>
type TypeIs = (req: IncomingMessage, types: string[]) => string | false | null

/** `req.accepts`, its variants, and `req.is`. */
export function createNegotiation(lateAccepts: () => Accepts, lateTypeIs: () => TypeIs) {
  const members = {
    accepts(this: Req, ...types: string[]) {
      return lateAccepts()(this).types(...types)
    },

    acceptsEncodings(this: Req, ...encodings: string[]) {
      return lateAccepts()(this).encodings(...encodings)
    },

    acceptsCharsets(this: Req, ...charsets: string[]) {
      return lateAccepts()(this).charsets(...charsets)
    },

    acceptsLanguages(this: Req, ...languages: string[]) {
      return lateAccepts()(this).languages(...languages)
    },

    is(this: Req, ...types: (string | string[])[]) {
      return lateTypeIs()(this, Array.isArray(types[0]) ? types[0] : (types as string[]))
    },
  }
  withLength(1, members.is)
  return members
}
