import type { BodyParserOptions } from '../shared/options.ts'

/** How `webapp.urlencoded` reads a body. */
export interface UrlencodedOptions extends BodyParserOptions {
  /** Reads nested objects and lists; off by default. */
  extended?: boolean | undefined
  /** Most parameters that are accepted; 1000 by default. */
  parameterLimit?: number | undefined
  /** Deepest nesting that is accepted when `extended`; 32 by default. */
  depth?: number | undefined
  /** Character set of a body that names none; `utf-8` by default. */
  defaultCharset?: 'utf-8' | 'iso-8859-1' | undefined
  /** Lets a `utf8=✓` parameter decide the character set. */
  charsetSentinel?: boolean | undefined
  /** Decodes numeric character references in an ISO-8859-1 body. */
  interpretNumericEntities?: boolean | undefined
}
