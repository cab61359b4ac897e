import type { FoundCandidate } from './discover.ts'
import type { Scenario } from './scenario.ts'

/** The scenarios asked for, by name or family, and otherwise all that run without being asked for. */
export function selectScenarios(
  scenarios: readonly Scenario[],
  asked: readonly string[],
): readonly Scenario[] {
  if (asked.length === 0) return scenarios.filter(({ onDemand }) => !onDemand)
  const known = scenarios.flatMap(({ name, family }) => [name, family])
  refuseUnknown('scenario', asked, known)
  return scenarios.filter(({ name, family }) => asked.includes(name) || asked.includes(family))
}

/** The candidates of a scenario, as far as they are asked for. */
export function selectCandidates(
  candidates: readonly FoundCandidate[],
  { only, scenario }: { only: readonly string[]; scenario: Pick<Scenario, 'candidates'> },
): readonly FoundCandidate[] {
  refuseUnknown(
    'candidate',
    only,
    candidates.map(({ name }) => name),
  )
  return candidates.filter(
    ({ name }) =>
      (only.length === 0 || only.includes(name)) && (scenario.candidates?.includes(name) ?? true),
  )
}

/** Throws an error that lists what there is, if something else is asked for. */
export function refuseUnknown(
  kind: string,
  asked: readonly string[],
  known: readonly string[],
): void {
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new RangeError(`no ${kind} '${unknown}'; there are ${[...new Set(known)].join(', ')}`)
}
