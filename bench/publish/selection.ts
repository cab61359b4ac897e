import type { FoundCandidate } from '../discover.ts'
import type { Scenario } from '../scenario.ts'
import { selectCandidates } from '../select.ts'
import { mainTargets } from '../targets.ts'

/** The scenarios of a published run, in the order of the table. */
export const publishedScenarios: readonly string[] = [
  'hello',
  'json',
  'hello-browser',
  'params',
  'middleware',
  'nested',
  'failure',
  'post-json-1k',
  'post-form',
  'static-1k',
  'text-64k',
  'hello-1',
  'hello-8',
  'https-hello',
  'http2-hello',
  'stack-json',
  'stack-view',
  'latency-half',
  'latency-four-fifths',
]

/** They answer other questions, in scenarios of their own. */
const unpublished = ['webapp-create', 'webapp-by-hand', 'nest']

/** They do nothing but serve files. */
const fileServers = ['sirv', 'serve-static']

/** All candidates of a scenario that the page shows. */
export function publishedCandidates(
  candidates: readonly FoundCandidate[],
  scenario: Scenario,
): readonly FoundCandidate[] {
  const others = scenario.family === 'static' ? unpublished : [...unpublished, ...fileServers]
  const shown = candidates.filter(({ name }) => !others.includes(name))
  return selectCandidates(shown, { only: [], scenario })
}

/** What the ratios of a scenario are relative to: bare Node where it can do the same. */
export function baseOf(candidates: readonly { readonly name: string }[]): string {
  return candidates.some(({ name }) => name === 'node') ? 'node' : 'express5'
}

/** The candidates whose figures are judged: they are measured most, and two runs must agree on them. */
export function judgedCandidates(scenario: string): string[] {
  const names = mainTargets
    .filter((target) => target.scenario === scenario)
    .flatMap(({ candidate, base }) => (base === undefined ? [candidate] : [candidate, base]))
  return [...new Set(['webapp', ...names])].filter((name) => name !== 'node')
}
