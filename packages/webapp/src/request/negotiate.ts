import accepts from 'accepts'
import typeis from 'type-is'
import type { Req } from '../http/exchange.ts'
import { withLength } from '../surface/expose.ts'

/** Members that choose among what the client accepts, or tell what it sent. */
export const negotiate = {
  accepts(this: Req, ...types: string[]) {
    return accepts(this).types(...types)
  },

  acceptsEncodings(this: Req, ...encodings: string[]) {
    return accepts(this).encodings(...encodings)
  },

  acceptsCharsets(this: Req, ...charsets: string[]) {
    return accepts(this).charsets(...charsets)
  },

  acceptsLanguages(this: Req, ...languages: string[]) {
    return accepts(this).languages(...languages)
  },

  is(this: Req, ...types: (string | string[])[]) {
    return typeis(this, Array.isArray(types[0]) ? types[0] : (types as string[]))
  },
}

withLength(1, negotiate.is)
