import { match as compile } from 'path-to-regexp'
import type { PatternOptions } from '../../router/router-types.ts'
import { createSegmentTest, DIFFERENT, UNSURE } from '../../router/segments.ts'
import { showCaller } from '../../runtime/caller-stack.ts'
import { explainOldSpelling } from './pattern-hint.ts'

/** The result of matching one pattern. */
export interface Match {
  readonly path: string
  readonly params: Record<string, unknown>
  /** The names of all parameters, if they are known at registration and none is a number. */
  readonly names?: readonly string[]
}

/** Matches one pattern against a path. Throws if a parameter cannot be decoded. */
export type PatternMatcher = (path: string) => Match | false

/** Compiles a 5.x path (`:name`, `*splat`, `{optional}`) or a regular expression to a matcher. */
export function compilePattern(pattern: unknown, options: PatternOptions): PatternMatcher {
  if (pattern instanceof RegExp) return matchRegExp(pattern)
  const text = options.strict ? String(pattern) : withoutTrailingSlashes(String(pattern))
  const segmentMatcher = matchSegments(text, options)
  if (segmentMatcher !== undefined) return segmentMatcher
  try {
    return compileText(text, options)
  } catch (error) {
    throw showCaller(typeof pattern === 'string' ? explainOldSpelling(text, error) : error, true)
  }
}

function compileText(text: string, options: PatternOptions): PatternMatcher {
  return compile(text, {
    sensitive: options.sensitive,
    end: options.end,
    trailing: !options.strict,
    decode: decodeParam,
  }) as PatternMatcher
}

/**
 * A matcher that compares segments, for patterns of literals and whole-segment parameters. The
 * regular expression is compiled only for a path that needs it: compiling is most of the cost of
 * registering a route.
 */
function matchSegments(text: string, options: PatternOptions): PatternMatcher | undefined {
  const takesSlash = options.strict ? () => false : isLast
  const test = createSegmentTest(text, { end: options.end, takesSlash })
  if (test === undefined) return undefined
  let compiled: PatternMatcher | undefined
  const names = Array.from(text.matchAll(/:(\w+)/g), ([, name]) => internKey(name as string))
  const keys = [...new Set(names)]
  const values: string[] = []
  return (path) => {
    const owned = test(path, values)
    if (owned === DIFFERENT) return false
    if (owned === UNSURE) {
      compiled ??= compileText(text, options)
      return compiled(path)
    }
    // V8 stores an object without a prototype as a hash table, which is slow to copy.
    const params = options.isMerged?.() ? {} : Object.create(null)
    for (let at = 0; at < names.length; at++) {
      params[names[at] as string] = decodeParam(values[at] as string)
    }
    return { path: path.slice(0, owned), params, names: keys }
  }
}

/** The same string, internalized by V8 as a property key, which makes property access faster. */
function internKey(name: string): string {
  return Object.keys({ [name]: name })[0] as string
}

function isLast(path: string, at: number): boolean {
  return at === path.length - 1
}

/** A path of a router that is not strict, to which a slash may be added. */
export function withoutTrailingSlashes(pattern: string): string {
  if (pattern === '/') return pattern
  let end = pattern.length
  while (end > 0 && pattern[end - 1] === '/') end--
  return pattern.slice(0, end)
}

function matchRegExp(regexp: RegExp): PatternMatcher {
  const names = captureNames(regexp)
  return (path) => {
    regexp.lastIndex = 0
    const found = regexp.exec(path)
    if (found === null) return false
    const params: Record<string, unknown> = {}
    names.forEach((name, index) => {
      const value = found[index + 1]
      if (value !== undefined) params[name] = decodeParam(value)
    })
    return { path: found[0], params }
  }
}

/** The key of each capture group: its name, or its index among the unnamed groups. */
function captureNames(regexp: RegExp): string[] {
  const names: string[] = []
  let unnamed = 0
  for (const group of regexp.source.matchAll(CAPTURE)) {
    if (group[0][0] !== '(') continue
    names.push(group[1] ?? String(unnamed++))
  }
  return names
}

// Escapes and character classes come first: a parenthesis inside them does not open a group.
const CAPTURE = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?<([^=!][^>]*)>|(?!\?))/g

function decodeParam(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch (error) {
    throw Object.assign(error as Error, {
      message: `Failed to decode param '${value}'`,
      status: 400,
    })
  }
}
