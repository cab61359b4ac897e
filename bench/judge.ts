import { type JudgedTarget, metrics, type ScenarioResult } from './results.ts'
import { relativeTo } from './summarise-rounds.ts'
import type { Target } from './targets.ts'

/** Which targets are met; one whose figures were not measured is neither met nor missed. */
export function judgeTargets(
  targets: readonly Target[],
  scenarios: readonly ScenarioResult[],
): JudgedTarget[] {
  return targets.map((target) => {
    const { scenario, candidate, metric, bound } = target
    const value = measuredValue(target, scenarios)
    const met = value === undefined ? undefined : isMet(value, target)
    return { text: describeTarget(target), scenario, candidate, metric, bound, value, met }
  })
}

function isMet(value: number, { bound, exclusive }: Target): boolean {
  return exclusive ? value < bound : value <= bound
}

function measuredValue(
  { scenario, candidate, metric, base, baseScenario }: Target,
  scenarios: readonly ScenarioResult[],
): number | undefined {
  const find = (wanted: string) => scenarios.find(({ name }) => name === wanted)
  const own = find(scenario)
  if (own === undefined) return undefined
  if (base !== undefined) return relativeTo(base, own, { candidate, metric })
  const median = (result: ScenarioResult | undefined) =>
    result?.candidates.find((one) => one.candidate === candidate)?.summary[metric]?.median
  const value = median(own)
  if (baseScenario === undefined) return value
  const against = median(find(baseScenario))
  return value === undefined || against === undefined ? undefined : value / against
}

function describeTarget({
  candidate,
  metric,
  bound,
  exclusive,
  base,
  baseScenario,
}: Target): string {
  const what = metric === 'cpu' ? candidate : `${candidate}, ${metrics[metric].title}`
  if (exclusive) return `${what} ahead of ${base}`
  const against = baseScenario ?? base
  const limit = Number(bound.toFixed(2))
  return against === undefined ? `${what} ≤ ${limit}` : `${what} ≤ ${limit} × ${against}`
}
