import type { PatternOptions } from '../../router/contract.ts'
import { createSegmentTest, DIFFERENT, UNSURE } from '../../router/segments.ts'
import { createSafeMatcher, type Matcher } from './regexp/linear-regexp.ts'

/** Finds what the expression of a path finds: by comparison where the path is plain. */
export function createPathMatcher(path: unknown, options: PatternOptions, regexp: RegExp): Matcher {
  const find = createSafeMatcher(regexp)
  if (typeof path !== 'string') return find
  const takesSlash = options.strict ? () => false : mayTakeSlash
  const test = createSegmentTest(path, { end: options.end, takesSlash })
  if (test === undefined) return find
  const values: string[] = []
  return (text) => {
    const owned = test(text, values)
    if (owned === DIFFERENT) return null
    return owned === UNSURE ? find(text) : [text.slice(0, owned), ...values]
  }
}

/** A slash belongs to the pattern when nothing follows it, or another slash. */
function mayTakeSlash(path: string, at: number): boolean {
  return at === path.length - 1 || path[at + 1] === '/'
}
