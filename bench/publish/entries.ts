import { type FoundCandidate, findCandidates, findScenarios } from '../discover.ts'
import type { ScenarioResult } from '../results.ts'
import type { Scenario } from '../scenario.ts'
import { refuseUnknown, selectScenarios } from '../select.ts'
import { type Agreement, findAgreement } from './agreement.ts'
import type { Measured } from './duration.ts'
import { baseOf, judgedCandidates, publishedCandidates, publishedScenarios } from './selection.ts'

/** A scenario with all that its runs need. */
export interface Entry {
  readonly scenario: Scenario
  readonly candidates: readonly FoundCandidate[]
  /** What the ratios are relative to. */
  readonly base: string
  readonly judged: readonly string[]
  /** Its runs, in the order in which they were made. */
  readonly runs: ScenarioResult[]
}

/**
 * The scenarios asked for, or else those of a published run, in the order of the table. If candidates
 * are asked for, each scenario has those, webapp, and what ratios are relative to.
 */
export async function prepareEntries(
  asked: readonly string[],
  askedCandidates: readonly string[] = [],
): Promise<Entry[]> {
  const all = await findScenarios()
  const scenarios = selectScenarios(all, asked.length > 0 ? asked : publishedScenarios)
  const place = ({ name }: Scenario) => publishedScenarios.indexOf(name)
  const found = await findCandidates()
  refuseUnknown(
    'candidate',
    askedCandidates,
    found.map(({ name }) => name),
  )
  return [...scenarios]
    .sort((a, b) => place(a) - place(b))
    .map((scenario) => {
      if (scenario.measure === 'soak') throw new RangeError('soak counts requests; wrk does not')
      const published = publishedCandidates(found, scenario)
      const base = baseOf(published)
      const judged = judgedCandidates(scenario.name)
      const shown = ['webapp', base, ...askedCandidates]
      const isShown = (name: string) => askedCandidates.length === 0 || shown.includes(name)
      const candidates = published.filter(({ name }) => isShown(name))
      return { scenario, candidates, base, judged: judged.filter(isShown), runs: [] }
    })
}

/** The candidates that take part in every turn. */
export function focusOf({ base, judged }: Entry): string[] {
  return [base, ...judged]
}

/** What the duration of a run depends on. */
export function describeWork(entry: Entry): Measured {
  const present = entry.candidates.filter((one) => one.absence?.() === undefined)
  return {
    measure: entry.scenario.measure,
    candidates: present.map(({ name }) => name),
    focus: focusOf(entry),
  }
}

/** Only costs must agree: the 99.9th percentile of two runs never does. */
export function agreementOf({ scenario, base, judged, runs }: Entry): Agreement {
  return findAgreement(runs, { base, judged: scenario.measure === 'load' ? judged : [] })
}
