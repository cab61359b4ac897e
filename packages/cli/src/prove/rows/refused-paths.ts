import { VERBS } from '../../migrate/flow/members.ts'
import type { Dialect } from '../../migrate/flow/values.ts'
import { bare, stringValue } from '../../migrate/syntax/nodes.ts'
import { memberOfUse, type Use } from '../inventory/use.ts'
import type { Found } from './found.ts'

/** The name of this finding, which is in no ledger: releases of Express 4 differ there. */
export const REFUSED_PATH = 'release'

export const REFUSED_PATH_WORDS: readonly (readonly [string, string])[] = [
  [
    'Express',
    'Releases before 4.21.2 accept a group at the start of a segment before a parameter.',
  ],
  ['webapp', 'Throws when the route is added, as Express 4.21.2 and newer do.'],
]

/**
 * Since 4.21.2, Express limits what a parameter matches by the text before it. If that text has the
 * end of a group, the expression is not valid.
 */
const GROUP_BEFORE_PARAMETER = /\/\((?:[^()]|\([^()]*\))*\)[^/.*:]*:\w/

export function isRefusedPath(path: string): boolean {
  return GROUP_BEFORE_PARAMETER.test(path)
}

/** Finds paths that older releases of Express 4 accept, and the dialect refuses. */
export function findRefusedPaths(uses: readonly Use[], to: (from: Dialect) => Dialect): Found[] {
  return uses.flatMap((use) => {
    const { call, name, owner, dialect, file, isSure } = use
    const isRoute = VERBS.has(name) || name === 'use' || name === 'route'
    if (!isRoute || (owner !== 'app' && owner !== 'router') || to(dialect) !== 4) return []
    const [first] = call?.given ?? []
    const path = first && bare(first)
    const all = path?.type === 'ArrayExpression' ? path.elements : [path]
    return all.flatMap((each): Found[] => {
      const text = stringValue(each)
      if (!each || text === undefined || !isRefusedPath(text)) return []
      const advice = 'write one path for each case, or a regular expression'
      return [{ row: REFUSED_PATH, file, at: each, member: memberOfUse(use), isSure, advice }]
    })
  })
}
