import type { Lead } from '../../router/contract.ts'
import { type LeadRules, leadOf } from '../../router/lead.ts'

const rules: LeadRules = {
  literal: /[\w~%@,;=&$-]/,
  // A separator that stands outside of braces is in every path. One that opens an optional group
  // comes after a whole piece too, when nothing follows the group.
  leavesWhole: (rest) => /^[/.]/.test(rest) || /^\{[/.][^{}]*\}$/.test(rest),
}

/** How the paths begin that a 5.x path matches. */
export function leadsOfPaths(paths: readonly unknown[]): readonly Lead[] | undefined {
  if (paths.some((path) => path instanceof RegExp)) return undefined
  return paths.map((path) => leadOf(String(path), rules))
}
