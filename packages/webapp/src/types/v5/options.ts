import type { BodyParserOptions } from '../shared/options.ts'

/** Options for `webapp.urlencoded`. */
export interface UrlencodedOptions extends BodyParserOptions {
  /** Parses nested objects and arrays; off by default. */
  extended?: boolean | undefined
  /** Largest number of parameters; 1000 by default. */
  parameterLimit?: number | undefined
  /** Largest nesting depth if `extended` is on; 32 by default. */
  depth?: number | undefined
  /** Character set of a body whose Content-Type has none; `utf-8` by default. */
  defaultCharset?: 'utf-8' | 'iso-8859-1' | undefined
  /** Lets a `utf8=✓` parameter select the character set. */
  charsetSentinel?: boolean | undefined
  /** Decodes numeric character references in an ISO-8859-1 body. */
  interpretNumericEntities?: boolean | undefined
}
