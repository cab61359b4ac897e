interface SegmentOptions {
  /** Whether the pattern must match the whole path. */
  readonly end: boolean
  /** Whether the match includes the slash at index `at`, which follows the last segment. */
  readonly takesSlash: (path: string, at: number) => boolean
}

/**
 * Compares a path with a pattern and writes captures into `values`. Returns the length of the
 * match, `DIFFERENT` if the path does not match, or `UNSURE` if the regular expression has to
 * decide.
 */
export type SegmentTest = (path: string, values: string[]) => number

export const DIFFERENT = -1
export const UNSURE = -2

/** Patterns in which each segment is either literal or one parameter. */
const PLAIN = /^(?:\/(?:[\w~%@,;=&-][\w.~%@,;=&-]*|:[A-Za-z_]\w*))+$/

/**
 * A fast path for the most common patterns, at a fraction of the cost of a regular expression. If
 * only the case of letters differs, the test returns `UNSURE`. Undefined for every other pattern.
 */
export function createSegmentTest(
  pattern: string,
  options: SegmentOptions,
): SegmentTest | undefined {
  if (pattern === '/') return (path) => (path === '/' ? 1 : UNSURE)
  if (!PLAIN.test(pattern)) return undefined
  if (!pattern.includes(':')) return createTextTest(pattern, options)
  const segments = pattern.slice(1).split('/')
  return (path, values) => {
    let at = 0
    let captures = 0
    for (const segment of segments) {
      if (path.charCodeAt(at) !== SLASH) return at === path.length ? DIFFERENT : UNSURE
      const start = at + 1
      const end = endOfSegment(path, start)
      if (segment.charCodeAt(0) === COLON) {
        if (end === start) return UNSURE
        values[captures++] = path.slice(start, end)
      } else if (!path.startsWith(segment, start)) {
        return differ(path, start, segment) ? DIFFERENT : UNSURE
      } else if (end - start !== segment.length) return DIFFERENT
      at = end
    }
    return matchLength(path, at, options)
  }
}

function createTextTest(text: string, options: SegmentOptions): SegmentTest {
  const { length } = text
  return (path) => {
    if (path === text) return length
    if (!path.startsWith(text)) return differ(path, 0, text) ? DIFFERENT : UNSURE
    return path.charCodeAt(length) === SLASH ? matchLength(path, length, options) : DIFFERENT
  }
}

/** The length of a match whose last segment ends at `at`. */
function matchLength(path: string, at: number, { end, takesSlash }: SegmentOptions): number {
  if (at === path.length) return at
  const length = takesSlash(path, at) ? at + 1 : at
  return end && length !== path.length ? DIFFERENT : length
}

function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start)
  return slash === -1 ? path.length : slash
}

/** Whether a path differs from an ASCII text at `start`, ignoring case. */
function differ(path: string, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if ((path.charCodeAt(start + at) | 0x20) !== (text.charCodeAt(at) | 0x20)) return true
  }
  return false
}

const SLASH = 0x2f
const COLON = 0x3a
