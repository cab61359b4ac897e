import { type LeadRules, leadOf } from '../../router/lead.ts'
import type { Lead } from '../../router/router-types.ts'

const rules: LeadRules = {
  literal: /[\w~%@,;=&-]/,
  // The literal before `/*` or a whole-segment parameter is always a complete segment. If the
  // parameter is optional and missing, the path ends there or continues with another separator.
  leavesWhole: (rest) => /^[/.](?:\*|:\w+(?:\([^()]*\))?[?*]?(?=[/.]|$))/.test(rest),
}

/** The literal prefixes of all paths that 4.x patterns match; `undefined` if they are unknown. */
export function leadsOfPaths(path: unknown): readonly Lead[] | undefined {
  const paths = [path].flat(Number.POSITIVE_INFINITY)
  // An empty list matches every path.
  if (paths.length === 0 || paths.some((each) => !hasLead(each))) return undefined
  return paths.map((each) => leadOf(each as string, rules))
}

// A '|' adds an alternative that can have any prefix.
function hasLead(path: unknown): boolean {
  return typeof path === 'string' && !path.includes('|')
}
