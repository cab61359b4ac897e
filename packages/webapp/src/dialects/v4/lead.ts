import type { Lead } from '../../router/contract.ts'
import { type LeadRules, leadOf } from '../../router/lead.ts'

const rules: LeadRules = {
  literal: /[\w~%@,;=&-]/,
  // A separator is in every path when a star follows it, or a parameter that is a piece of its own:
  // where that is optional, nothing else can take its place.
  leavesWhole: (rest) => /^[/.](?:\*|:\w+(?:\([^()]*\))?[?*]?(?=[/.]|$))/.test(rest),
}

/** How the paths begin that a 4.x path matches. */
export function leadsOfPaths(path: unknown): readonly Lead[] | undefined {
  const paths = [path].flat(Number.POSITIVE_INFINITY)
  if (paths.length === 0 || paths.some((each) => !hasLead(each))) return undefined
  return paths.map((each) => leadOf(each as string, rules))
}

// What stands behind a '|' may be anything, and an empty list matches every path.
function hasLead(path: unknown): boolean {
  return typeof path === 'string' && !path.includes('|')
}
