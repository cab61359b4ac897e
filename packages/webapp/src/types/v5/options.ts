import type { UrlencodedMembers } from '../shared/options.ts'

/** Options for `webapp.urlencoded`. */
export interface UrlencodedOptions extends UrlencodedMembers<'5.x'> {
  /** Parses nested objects and arrays; off by default. */
  extended?: boolean | undefined
  /** Character set of a body whose Content-Type has none; `utf-8` by default. */
  defaultCharset?: 'utf-8' | 'iso-8859-1' | undefined
  /** Lets a `utf8=✓` parameter select the character set. */
  charsetSentinel?: boolean | undefined
  /** Decodes numeric character references in an ISO-8859-1 body. */
  interpretNumericEntities?: boolean | undefined
}
