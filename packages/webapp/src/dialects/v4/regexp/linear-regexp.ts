import { isPolynomial } from './ambiguity.ts'
import { compileProgram, type Program } from './program.ts'
import { readSlots, Search, type Work } from './search.ts'
import { parseRegExp, UnsupportedSyntax } from './syntax.ts'

/** What `exec` finds: the match and its captures; `work` counts the steps that it took. */
export type Matcher = (text: string, work?: Work) => Array<string | undefined> | null

/**
 * Makes a matcher that finds what `regexp.exec` finds, in time linear in the length of the text.
 *
 * V8 tries every way to share out a text among the wildcards of a pattern: a path of 1500 slashes
 * keeps one with three wildcards busy for seconds. An expression that is more than a path pattern
 * needs (a back reference, a lookbehind, a flag other than `i`, a count of hundreds) is run by V8
 * all the same.
 */
export function createLinearMatcher(regexp: RegExp): Matcher {
  const compiled = compile(regexp)
  if (compiled === undefined) return (text) => regexp.exec(text)
  return (text, work = { steps: 0 }) => findMatch(compiled, text, work)
}

/** Texts so short cannot keep V8 busy, and nearly all paths are. */
const SHORT = 64

/**
 * A matcher that runs the expression, and a linear one in its place for longer texts where that is
 * needed. It looks into the expression only then: an application may have thousands of them.
 */
export function createSafeMatcher(regexp: RegExp): Matcher {
  let forLong: Matcher | undefined
  return (text, work) => {
    if (text.length <= SHORT) return regexp.exec(text)
    forLong ??= needsLinearMatcher(regexp)
      ? createLinearMatcher(regexp)
      : (path) => regexp.exec(path)
    return forLong(text, work)
  }
}

/** Whether V8 may need more than linear time for an expression that a linear matcher can run. */
export function needsLinearMatcher(regexp: RegExp): boolean {
  const compiled = compile(regexp)
  return compiled !== undefined && isPolynomial(compiled.program)
}

interface Compiled {
  readonly program: Program
  readonly groups: readonly number[]
}

function compile(regexp: RegExp): Compiled | undefined {
  try {
    const { root, groups } = parseRegExp(regexp)
    return { program: compileProgram(root), groups }
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return undefined
    throw error
  }
}

function findMatch(compiled: Compiled, text: string, work: Work): Array<string | undefined> | null {
  const { program, groups } = compiled
  const search = new Search(program, text, work)
  for (let start = 0; start <= text.length; start++) {
    const path = search.findPath(start)
    if (path === undefined) continue
    const slots = readSlots(path, program, text, work)
    return [text.slice(start, path.position), ...groups.map((slot) => capture(text, slots, slot))]
  }
  return null
}

function capture(text: string, slots: readonly number[], slot: number): string | undefined {
  const end = slots[slot + 1] ?? -1
  return end === -1 ? undefined : text.slice(slots[slot], end)
}
