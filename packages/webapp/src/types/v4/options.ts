import type * as shared from '../shared/options.ts'

/** Options for `webapp.static`. */
export interface ServeStaticOptions extends shared.ServeStaticOptions<'4.x'> {
  /**
   * How to handle files whose name starts with a dot. By default such files are ignored, but files
   * in directories with such a name are served.
   */
  dotfiles?: 'allow' | 'deny' | 'ignore' | undefined
  /** @deprecated Use `dotfiles: 'allow'`. */
  hidden?: boolean | undefined
}

/** Options for `webapp.urlencoded`. */
export interface UrlencodedOptions extends shared.UrlencodedMembers<'4.x'> {
  /**
   * Parses nested objects and arrays; on by default, with a deprecation warning if it is not set.
   */
  extended?: boolean | undefined
}
