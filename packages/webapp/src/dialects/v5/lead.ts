import { type LeadRules, leadOf } from '../../router/lead.ts'
import type { Lead } from '../../router/router-types.ts'

const rules: LeadRules = {
  literal: /[\w~%@,;=&$-]/,
  // A separator outside braces is in every matching path, so the literal before it is a complete
  // segment. The same holds before a final optional group that begins with a separator.
  leavesWhole: (rest) => /^[/.]/.test(rest) || /^\{[/.][^{}]*\}$/.test(rest),
}

/** The literal prefixes of all paths that 5.x patterns match; `undefined` if they are unknown. */
export function leadsOfPatterns(paths: readonly unknown[]): readonly Lead[] | undefined {
  if (paths.some((path) => path instanceof RegExp)) return undefined
  return paths.map((path) => leadOf(String(path), rules))
}
