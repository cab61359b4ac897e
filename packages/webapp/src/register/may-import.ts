const WORD = /\b(?:import|export)\b/g

/**
 * Whether code may import something. It is asked of every module of a program, so it looks for the
 * words first; a mistake costs time if it says yes, and the redirection if it says no.
 */
export function mayImport(code: string): boolean {
  for (const { 0: word, index } of code.matchAll(WORD)) {
    const before = code.slice(code.lastIndexOf('\n', index) + 1, index).trim()
    const after = code.slice(index + word.length, index + word.length + 100).trimStart()
    if (isComment(before)) continue
    if (isStatement(before, after) || (word === 'import' && isCall(before, after))) return true
  }
  return false
}

/** In comments the types of other modules are written like calls. */
function isComment(before: string): boolean {
  return /^(?:\*|\/\/)/.test(before) || (before.startsWith('/*') && !before.includes('*/'))
}

/** Before the bracket there may be a comment for bundlers. */
function isCall(before: string, after: string): boolean {
  return !before.endsWith('.') && /^(?:\(|\/[*/])/.test(after)
}

function isStatement(before: string, after: string): boolean {
  return /(?:^|[;}/])$/.test(before.slice(-1)) && /^["'{*\w$]/.test(after)
}
