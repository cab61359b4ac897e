import type { Verdict } from '../../src/prove/report/verdict.ts'
import type { Difference } from './responses.ts'

/** A difference that was seen while a program ran; `start` for one that does not start. */
export type Claim = Difference

/** Patterns of a response, or of an error at the start, that show a row. */
const SHOWN: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /Missing parameter name|pathToRegexpError|git\.new\/pathToRegexpError/i,
    ['D-001', 'D-002', 'D-003', 'D-004', 'D-007', 'D-079'],
  ],
  [/Unexpected [?+*(]|Unterminated group/i, ['D-001', 'D-002', 'D-003', 'D-004', 'D-007', 'D-079']],
  [/Invalid regular expression: .*Unmatched '\)'/, ['release']],
  [/\.del is not a function/, ['D-014']],
  [/reading 'stack'|_router/, ['D-009', 'D-010']],
]

/** Rows that explain responses in 5.x, by the package and the line of the request. */
const MOVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'json-server': {
    // It removes _sort, _embed and _expand from req.query.
    'GET /posts?_sort=title&_order=desc&_limit=1&_page=1': 'D-024',
    'GET /posts?_embed=comments': 'D-024',
    'GET /comments?_expand=post': 'D-024',
    'GET /posts?id[]=1&id[]=2': 'D-019',
  },
}

/** The differences that no row of a verdict explains. */
export function unclaimed(name: string, claims: readonly Claim[], verdict: Verdict): string[] {
  const rows = new Set([
    ...verdict.rows.map(({ row }) => row),
    ...verdict.harmless.map(({ row }) => row),
  ])
  return claims.flatMap(({ line, text, reason }) => {
    const shown = SHOWN.flatMap(([pattern, names]) => (pattern.test(text) ? names : []))
    const moved = verdict.to === undefined ? undefined : MOVED[name]?.[line]
    const reasons = [...(reason?.split(', ') ?? []), ...(moved ? [moved] : []), ...shown]
    if (reasons.some((each) => rows.has(each))) return []
    const side = verdict.to === undefined ? '4.x' : '5.x'
    return [`${line}, in ${side}, and no row of the verdict says why:\n${text}`]
  })
}
