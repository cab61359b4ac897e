/**
 * The fixed beginning of a pattern, in pieces that each start at a '/' or '.': every path that the
 * pattern matches begins with exactly these pieces, in any case of letters.
 */
export type Lead = readonly string[]

/** What a grammar allows a reader of leads to conclude. */
export interface LeadRules {
  /** Characters that stand for themselves. */
  readonly literal: RegExp
  /**
   * Whether what follows a piece, here and to the end of the pattern, leaves that piece whole: no
   * path may have more letters there.
   */
  readonly leavesWhole: (rest: string) => boolean
}

/** The lead of a pattern, empty when nothing about its beginning is certain. */
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

/** The pieces before a character that stands for something else. */
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

/** Slashes at the end, and those that belong to an optional parameter, may be missing in a path. */
function withoutSlashes(pieces: string[]): string[] {
  while (pieces.at(-1) === '/') pieces.pop()
  return pieces
}

/** Hands over the pieces of a path, from its beginning, until `visit` returns false. */
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
