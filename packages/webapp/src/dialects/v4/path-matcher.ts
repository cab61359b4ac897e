import type { PatternOptions } from '../../router/router-types.ts'
import { createSegmentTest, DIFFERENT, UNSURE } from '../../router/segments.ts'
import { createSafeMatcher, type Matcher } from './regexp/linear-regexp.ts'

/** A matcher with the results of `regexp`. It compares segments if the path is simple enough. */
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

/** The match includes a slash if the path ends there or another slash follows. */
function mayTakeSlash(path: string, at: number): boolean {
  return at === path.length - 1 || path[at + 1] === '/'
}
