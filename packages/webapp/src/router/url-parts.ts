import { endsAtBoundary } from './mount.ts'

// How paths of routes are turned into URLs. Each dialect reads its patterns into these parts.

/** A part of a path pattern. */
export type UrlPart = UrlText | UrlValue | UrlGroup

/** Text that is in every matching path. */
export interface UrlText {
  readonly type: 'text'
  readonly text: string
}

/** Parts that are left out if none of their parameters is given. */
export interface UrlGroup {
  readonly type: 'group'
  readonly parts: readonly UrlPart[]
}

/** A parameter. */
export interface UrlValue {
  readonly type: 'value'
  /** The name or the number in `req.params`. */
  name: string
  /**
   * Which values it takes: `segment` is a text without slashes, `segments` a list of texts, `text` may
   * have slashes, and `repeated` is a segment with more segments in parameters of their own.
   */
  readonly form: 'segment' | 'segments' | 'text' | 'repeated'
  /** Where the segments after the first one are, with their slash. */
  rest?: string
  /** Where they are without it. */
  tail?: string
  /** The pattern in the path, as it was written. */
  readonly pattern?: string
  /** Whether a text fits that pattern. */
  readonly fits?: (text: string) => boolean
}

/** The result of comparing a path with a pattern. */
export interface UrlMatch {
  /** The part of the path that the pattern covers. */
  readonly path: string
  readonly params: object
}

/** How a router compares paths. */
export interface UrlOptions {
  readonly sensitive: boolean
  readonly strict: boolean
  /** Whether the pattern must match the whole path. */
  readonly end: boolean
}

/** The paths of a dialect, for URLs. */
export interface UrlGrammar {
  /** The parts of a pattern. Throws if it is not made of text and parameters alone. */
  parse(pattern: string, options: UrlOptions): readonly UrlPart[]
  /** A function that compares paths with a pattern, as the layer of the route does. */
  compile(pattern: string, options: UrlOptions): (path: string) => UrlMatch | undefined
}

/** Mount paths that are text. */
export const plainGrammar: UrlGrammar = {
  parse: (text) => [{ type: 'text', text }],
  compile: (text) => (path) =>
    endsAtBoundary(path.toLowerCase(), text.toLowerCase(), '/.')
      ? { path: path.slice(0, text.length), params: {} }
      : undefined,
}
