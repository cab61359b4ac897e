import { isPolynomial } from './ambiguity.ts'
import { compileProgram, type Program } from './program.ts'
import { readSlots, Search, type Work } from './search.ts'
import { parseRegExp, UnsupportedSyntax } from './syntax.ts'

/** Returns the match and its captures, like `exec`. `work` counts the executed steps. */
export type Matcher = (text: string, work?: Work) => Array<string | undefined> | null

/**
 * Creates a matcher with the results of `regexp.exec`, in time linear in the length of the text.
 *
 * V8 tries every way to distribute a text over the wildcards of a pattern: with three wildcards, a
 * path of 1500 slashes takes seconds. V8 still runs expressions with features that path patterns do
 * not need: back references, lookbehinds, flags other than `i`, and counts in the hundreds.
 */
export function createLinearMatcher(regexp: RegExp): Matcher {
  const compiled = compile(regexp)
  if (compiled === undefined) return (text) => regexp.exec(text)
  return (text, work = { steps: 0 }) => findMatch(compiled, text, work)
}

/** V8 is fast for texts up to this length with most expressions. Nearly all paths are shorter. */
const SHORT = 64

/**
 * A loop around a group, or five wildcards: V8 may take seconds for a short text. With `(a+)+` its
 * time doubles with each character, and seven wildcards take 17 s for 63 slashes.
 */
const MANY_WAYS = /\)[*+{]|(?:\.[*+].*?){5}/

/**
 * A matcher that runs the expression in V8. For a long text it uses a linear matcher if
 * backtracking could be slow. Only a long text triggers that analysis, because an application may
 * have thousands of routes.
 */
export function createSafeMatcher(regexp: RegExp): Matcher {
  const short = MANY_WAYS.test(regexp.source) ? 0 : SHORT
  let forLong: Matcher | undefined
  return (text, work) => {
    if (text.length <= short) return regexp.exec(text)
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
