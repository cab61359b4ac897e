/** What a match of one pattern yields. */
export interface Match {
  readonly path: string
  readonly params: Record<string, unknown>
}

/** Tries one pattern on a path; throws when a parameter cannot be decoded. */
export type Matcher = (path: string) => Match | false

export interface PatternOptions {
  readonly sensitive: boolean
  readonly strict: boolean
  /** Whether the pattern must reach to the end of the path (routes) or may own a prefix (mounts). */
  readonly end: boolean
}

/** A path as users write it: a pattern, a regular expression, or a list of them. */
export type PathArgument = unknown

/** The answers in which the routers of the dialects differ. */
export interface RouterPolicy {
  readonly compilePattern: (pattern: unknown, options: PatternOptions) => Matcher
  /** The characters that may follow a mount path in the URL. */
  readonly mountBoundaries: string
}
