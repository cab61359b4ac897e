import { type Metric, metrics, type PublishedResults } from '../results.ts'
import { renderConditions, renderRoughness, roughness } from './conditions.ts'
import { renderCosts, renderLatency, renderStack } from './cost-tables.ts'
import { type Curve, findCurves } from './curves.ts'
import { table } from './page.ts'
import type { Edition, OlderRun, Published } from './published.ts'
import { namesIn, orderNames } from './rows.ts'
import { renderAgreements, renderMainTargets, renderOtherTargets } from './target-tables.ts'

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
