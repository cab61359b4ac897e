import type { DialectName } from './harness/dialects.ts'

/** Scenarios whose response by `app.fetch` is not that of the original over HTTP/1. */
export interface FetchDifference {
  readonly reason: string
  readonly dialects: readonly DialectName[]
  readonly scenarios: readonly (string | RegExp)[]
}

const all = ['5.x', '4.x', '3.x'] as const
const newer = ['5.x', '4.x'] as const

/** An entry that no longer applies fails the run. */
export const fetchDifferences: readonly FetchDifference[] = [
  {
    reason: 'a web `Response` has a status of 200 to 599',
    dialects: newer,
    scenarios: [
      'res.sendStatus › of 600 sends its text',
      'res.sendStatus › of 999 sends its text',
      /^members that a response calls › res\.sendStatus\(999\) /,
    ],
  },
  {
    reason: 'a web `Response` has a status of 200 to 599',
    dialects: all,
    scenarios: ['res.status › accepts 600', 'res.status › accepts 999'],
  },
  {
    reason: 'a web `Response` has a status of 200 to 599',
    dialects: ['4.x'],
    scenarios: [
      /^4\.x status forms .*(?:send\(status\)|\(status, body\)) with every status$/,
      /^4\.x status forms .* sendStatus of an unknown code$/,
    ],
  },
  {
    reason: 'a web `Response` has a status of 200 to 599',
    dialects: ['3.x'],
    scenarios: ['3.x responses › res.send(status) with every status'],
  },
]

export function fetchDifferenceOf(dialect: DialectName, id: string): FetchDifference | undefined {
  return fetchDifferences.find(
    ({ dialects, scenarios }) =>
      dialects.includes(dialect) &&
      scenarios.some((one) => (typeof one === 'string' ? one === id : one.test(id))),
  )
}
