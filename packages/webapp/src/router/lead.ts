import type { Lead } from './router-types.ts'

/** The parts of a pattern grammar that decide where a lead ends. */
export interface LeadRules {
  /** Matches a character that only matches itself. */
  readonly literal: RegExp
  /**
   * Whether the piece before `rest` is complete: in no matching path does that piece continue with
   * other characters. `rest` is the remainder of the pattern.
   */
  readonly leavesWhole: (rest: string) => boolean
}

/** The lead of a pattern; empty if its start is not literal. */
export function leadOf(pattern: string, rules: LeadRules): Lead {
  const pieces: string[] = []
  let start = 0
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string
    if (isSeparator(char)) {
      if (at > start) pieces.push(pattern.slice(start, at).toLowerCase())
      start = at
    } else if (!rules.literal.test(char)) return endLead(pieces, pattern, start, at, rules)
  }
  if (pattern !== '') pieces.push(pattern.slice(start).toLowerCase())
  return withoutSlashes(pieces)
}

/** The pieces before a special character at `at`. */
function endLead(
  pieces: string[],
  pattern: string,
  start: number,
  at: number,
  rules: LeadRules,
): Lead {
  const rest = pattern.slice(at)
  const isFresh = at === start + 1 && isSeparator(pattern[start])
  if (!isFresh && at > start && rules.leavesWhole(rest)) {
    pieces.push(pattern.slice(start, at).toLowerCase())
  }
  if (isFresh && !rules.leavesWhole(pattern[start] + rest)) pieces.pop()
  return withoutSlashes(pieces)
}

/** Drops trailing slashes: a path may lack them, also before an optional parameter. */
function withoutSlashes(pieces: string[]): string[] {
  while (pieces.at(-1) === '/') pieces.pop()
  return pieces
}

/** Visits the pieces of a path from its start until `visit` returns false. */
export function eachPiece(path: string, visit: (piece: string) => boolean): void {
  let start = 0
  while (start < path.length) {
    let end = start + 1
    while (end < path.length && !isSeparatorCode(path.charCodeAt(end))) end++
    if (!visit(path.slice(start, end))) return
    start = end
  }
}

function isSeparator(char: string | undefined): boolean {
  return char === '/' || char === '.'
}

function isSeparatorCode(code: number): boolean {
  return code === 0x2f || code === 0x2e
}
