import { judgeTargets } from '../judge.ts'
import { isAgreed } from '../publish/agreement.ts'
import { baseOf, publishedScenarios } from '../publish/selection.ts'
import { type Metric, metrics, type PublishedResults, type ScenarioResult } from '../results.ts'
import { relativeTo, summariseRounds } from '../summarise-rounds.ts'
import { mainTargets, targets } from '../targets.ts'
import { percent, renderConditions, renderRoughness, roughness } from './conditions.ts'
import { type Curve, findCurves } from './curves.ts'
import { table } from './page.ts'
import type { Edition, OlderRun, Published } from './published.ts'

/** The results of all versions of Node, the main one first. */
export function renderResults({ editions }: Published): string {
  return editions.map(renderEdition).join('\n')
}

function renderEdition({ results, older }: Edition, index: number): string {
  const isMain = index === 0
  const parts = [
    `### Node ${results.machine.node.slice(1)}\n`,
    renderRoughness(results),
    renderConditions(results),
    ...older.map(renderOlder),
    renderMainTargets(results),
    renderCosts(results, isMain),
    renderStack(results),
    renderLatency(results),
    renderAgreements(results),
    isMain ? renderHistoryImage() : '',
    renderCurveTables(results),
    renderMetrics(results, 'start', ['start', 'startCpu', 'rss', 'heap']),
    renderMetrics(results, 'soak', ['heap', 'growth', 'rss']),
    renderOtherTargets(results),
    renderOmitted(results),
    renderVersions(results),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function renderOlder({ results, scenarios }: OlderRun): string {
  const sentences = [
    `The newest run did not measure ${scenarios.join(', ')}.`,
    'These figures are of an older one.',
    ...roughness(results),
  ]
  return `${sentences.join('\n')}\n${renderConditions(results)}`
}

function renderHistoryImage(): string {
  return '![Processor time of webapp relative to bare Node in all published runs](performance/history.svg)\n'
}

/** Each target with the figure of both runs, and of the two together. */
function renderMainTargets({ scenarios }: PublishedResults): string {
  const judged = judgeTargets(mainTargets, scenarios)
  const runs = [1, 2].map((run) =>
    judgeTargets(
      mainTargets,
      scenarios.map((one) => ofRun(one, run)),
    ),
  )
  const rows = judged.flatMap(({ scenario, text, value, met }, index) => {
    if (value === undefined) return []
    const single = runs.map((run) => run[index]?.value?.toFixed(2) ?? '–')
    return [[scenario, text, ...single, value.toFixed(2), met ? 'met' : '**not met**']]
  })
  if (rows.length === 0) return ''
  const met = judged.filter((target) => target.met).length
  const head = ['scenario', 'target', 'run 1', 'run 2', 'both', 'result']
  return `Targets met: ${met} of ${rows.length}.\n\n${table(head, rows)}`
}

/** The same scenario with the samples of one run alone. */
function ofRun(scenario: ScenarioResult, run: number): ScenarioResult {
  const candidates = scenario.candidates.map((one) => {
    const rounds = one.rounds.filter((sample) => sample.run === run)
    return { ...one, rounds, summary: summariseRounds(rounds) }
  })
  return { ...scenario, candidates }
}

function renderCosts(results: PublishedResults, isMain: boolean): string {
  const shown = results.scenarios.filter(
    (scenario) => hasCosts(scenario) && scenario.x === undefined && baseIn(scenario) === 'node',
  )
  if (shown.length === 0) return ''
  const names = namesIn(shown).filter((name) => name !== 'node')
  const rows = byPlace(shown).map((scenario) => {
    const node = scenario.candidates.find(({ candidate }) => candidate === 'node')
    const cost = node?.summary.cpu?.median.toFixed(1) ?? ''
    return [scenario.title, cost, ...names.map((name) => ratioOf('node', scenario, name))]
  })
  return [
    ...(isMain
      ? ['![Processor time per request for each scenario and framework](performance/bars.svg)\n']
      : []),
    'Processor time relative to bare Node in the same turn; less is better.\n',
    table(['scenario', 'bare Node, CPU µs', ...names], rows),
  ].join('\n')
}

/** Scenarios that bare Node has no natural way to do. */
function renderStack(results: PublishedResults): string {
  const shown = byPlace(
    results.scenarios.filter((scenario) => hasCosts(scenario) && scenario.family === 'stack'),
  )
  if (shown.length === 0) return ''
  const names = namesIn(shown).filter((name) => name !== 'express5')
  const rows = shown.map((scenario) => {
    const express = scenario.candidates.find(({ candidate }) => candidate === 'express5')
    const cost = express?.summary.cpu?.median.toFixed(1) ?? ''
    return [scenario.title, cost, ...names.map((name) => ratioOf('express5', scenario, name))]
  })
  return [
    'A realistic stack: morgan, helmet, cors, compression, express-session with a session, and a body parser before the',
    'handler. Processor time relative to Express 5 in the same turn.\n',
    table(['scenario', 'Express 5, CPU µs', ...names], rows),
  ].join('\n')
}

function renderLatency({ scenarios }: PublishedResults): string {
  const shown = byPlace(scenarios.filter(({ family }) => family === 'latency'))
  if (shown.length === 0) return ''
  const quantiles = ['p50', 'p99', 'p999'] as const
  const rows = namesIn(shown).map((name) => [
    name,
    ...shown.flatMap(({ candidates }) => {
      const found = candidates.find(({ candidate }) => candidate === name)
      return quantiles.map((metric) => found?.summary[metric]?.median.toFixed(2) ?? '–')
    }),
  ])
  const head = shown.flatMap(({ name }) =>
    quantiles.map((metric) => `${name.replace('latency-', '')}: ${metrics[metric].title}`),
  )
  const lags = shown.flatMap(({ candidates }) =>
    candidates.flatMap(({ summary }) => summary.lag?.median ?? []),
  )
  return [
    'Latency of hello text at fixed rates: half and four fifths of the requests per second that bare Node handles in the same',
    `run. Times count from the intended moment. The load itself was late by at most ${Math.max(...lags).toFixed(2)} ms (p99).\n`,
    table(['', ...head], rows),
  ].join('\n')
}

/** The figures of the two runs next to each other. */
function renderAgreements({ scenarios, agreements }: PublishedResults): string {
  const rows = agreements.flatMap((agreement) => {
    const scenario = scenarios.find(({ name }) => name === agreement.scenario)
    if (scenario === undefined || agreement.difference === undefined) return []
    const base = baseIn(scenario)
    const single = [1, 2].map((run) => ratioOf(base, ofRun(scenario, run), 'webapp'))
    const difference = percent(agreement.difference)
    const verdict = isAgreed(agreement) ? difference : `**${difference}**`
    return [
      [
        scenario.title,
        ...single,
        verdict,
        `${agreement.published.join(', ')} of ${agreement.runs}`,
      ],
    ]
  })
  if (rows.length === 0) return ''
  const head = [
    'webapp, relative',
    'run 1',
    'run 2',
    'largest difference of a judged ratio',
    'runs',
  ]
  return `The two runs that are published:\n\n${table(head, rows)}`
}

function renderCurveTables({ scenarios }: PublishedResults): string {
  const curves = findCurves(scenarios)
  if (curves.length === 0) return ''
  return [
    '![Processor time per request as routes, mounted apps, settings grow](performance/curves.svg)\n',
    ...curves.map(renderCurveTable),
  ].join('\n')
}

function renderCurveTable({ title, points }: Curve): string {
  const rows = namesIn(points).map((name) => [
    name,
    ...points.map(({ candidates }) => {
      const found = candidates.find(({ candidate }) => candidate === name)
      return found?.summary.cpu?.median.toFixed(1) ?? '–'
    }),
  ])
  return table([`CPU µs, ${title}`, ...points.map(({ x }) => x?.toLocaleString('en') ?? '')], rows)
}

function renderMetrics(
  { scenarios }: PublishedResults,
  name: string,
  shown: readonly Metric[],
): string {
  const scenario = scenarios.find((one) => one.name === name)
  if (scenario === undefined) return ''
  const rows = scenario.candidates.map(({ candidate, summary }) => [
    candidate,
    ...shown.map((metric) => summary[metric]?.median.toFixed(metrics[metric].digits) ?? '–'),
  ])
  return table([scenario.title, ...shown.map((metric) => metrics[metric].title)], rows)
}

/** What webapp is ahead of, one line for each scenario and kind. */
function renderOtherTargets({ scenarios }: PublishedResults): string {
  const main = judgeTargets(mainTargets, scenarios).length
  const judged = judgeTargets(targets, scenarios).slice(main)
  const known = judged.filter(({ value }) => value !== undefined)
  if (known.length === 0) return ''
  const rows = known.map(({ scenario, text, value, met }) => [
    scenario,
    text,
    value?.toFixed(2) ?? '',
    met ? 'met' : '**not met**',
  ])
  const met = known.filter((target) => target.met).length
  return [
    `<details><summary>Other targets met: ${met} of ${known.length}</summary>\n`,
    table(['scenario', 'target', 'measured', 'result'], rows),
    '</details>\n',
  ].join('\n')
}

/** Candidates that could not be measured at all; those without a step of a scenario are a dash. */
function renderOmitted({ scenarios }: PublishedResults): string {
  const omitted = scenarios.flatMap((scenario) =>
    scenario.omitted.map((one) => ({ ...one, scenario: scenario.name })),
  )
  const told = omitted.filter(({ reason }) => !reason.startsWith('has no '))
  const lines = [...new Set(told.map(({ candidate, reason }) => `${candidate}: ${reason}`))].map(
    (line) => {
      const where = told.filter(({ candidate, reason }) => `${candidate}: ${reason}` === line)
      const isMost = where.length > scenarios.length / 2
      return `- ${line}${isMost ? '' : ` (${where.map(({ scenario }) => scenario).join(', ')})`}`
    },
  )
  return lines.length === 0 ? '' : ['Not measured:\n', ...lines, ''].join('\n')
}

function renderVersions({ scenarios }: PublishedResults): string {
  const versions = new Map(
    scenarios.flatMap(({ candidates }) =>
      candidates.flatMap(({ candidate, version }) =>
        version ? [[candidate, version] as const] : [],
      ),
    ),
  )
  const list = orderNames([...versions.keys()]).map((name) => `${name} ${versions.get(name)}`)
  return list.length === 0 ? '' : `Versions: ${list.join(', ')}.\n`
}

function ratioOf(base: string, scenario: ScenarioResult, candidate: string): string {
  return relativeTo(base, scenario, { candidate, metric: 'cpu' })?.toFixed(2) ?? '–'
}

function hasCosts({ candidates }: ScenarioResult): boolean {
  return candidates.some(({ summary }) => summary.cpu)
}

function baseIn({ candidates }: ScenarioResult): string {
  return baseOf(candidates.map(({ candidate }) => ({ name: candidate })))
}

/** In the order of the published runs; others behind them. */
function byPlace(scenarios: readonly ScenarioResult[]): ScenarioResult[] {
  const place = ({ name }: ScenarioResult) => {
    const at = publishedScenarios.indexOf(name)
    return at < 0 ? publishedScenarios.length : at
  }
  return [...scenarios].sort((a, b) => place(a) - place(b))
}

function namesIn(scenarios: readonly ScenarioResult[]): string[] {
  return orderNames(scenarios.flatMap(({ candidates }) => candidates.map((one) => one.candidate)))
}

/** Ours first, then the originals, then the rest. */
function orderNames(names: readonly string[]): string[] {
  const rank = (name: string) =>
    name.startsWith('webapp') ? 0 : name.startsWith('express') ? 1 : 2
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b))
}
