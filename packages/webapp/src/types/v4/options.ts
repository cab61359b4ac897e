import type * as shared from '../shared/options.ts'

/** How `webapp.static` finds and serves files. */
export interface ServeStaticOptions extends shared.ServeStaticOptions<'4.x'> {
  /**
   * What to do with files whose name starts with a dot. Unless it is given such files are ignored,
   * but not the files in directories with such a name.
   */
  dotfiles?: 'allow' | 'deny' | 'ignore' | undefined
  /** @deprecated Use `dotfiles: 'allow'`. */
  hidden?: boolean | undefined
}

/** How `webapp.urlencoded` reads a body. */
export interface UrlencodedOptions extends shared.BodyParserOptions<'4.x'> {
  /** Reads nested objects and lists; on by default, with a notice unless it is given. */
  extended?: boolean | undefined
  /** Most parameters that are accepted; 1000 by default. */
  parameterLimit?: number | undefined
  /** Deepest nesting that is accepted when `extended`; 32 by default. */
  depth?: number | undefined
}
