import {
  type JudgedTarget,
  type Metric,
  metrics,
  type Results,
  type ScenarioResult,
} from '../results.ts'
import { relativeTo } from '../summarise-rounds.ts'
import { headlines } from './bars.ts'
import { type Curve, findCurves } from './curves.ts'

const begin = '<!-- results: written by npm run bench:report -->'
const end = '<!-- end of results -->'

/** The page with its generated part replaced; the text around it stays. */
export function replaceResults(
  page: string,
  results: Results,
  others: readonly Results[] = [],
): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`the page has no part between ${begin} and ${end}`)
  const text = [renderResults(results), ...others.map(renderOther)].join('\n')
  return `${page.slice(0, from)}${begin}\n\n${text}\n${page.slice(to)}`
}

/** The results with another version of Node. */
function renderOther(results: Results): string {
  return [
    `### Node ${results.machine.node.slice(1)}\n`,
    renderConditions(results),
    renderRelative(results),
    renderTargetTable(results.targets.filter(({ met }) => met !== undefined)),
  ].join('\n')
}

export function renderResults(results: Results): string {
  return [
    renderConditions(results),
    '![Processor time per request for each scenario and framework](performance/bars.svg)\n',
    renderRelative(results),
    '![Processor time per request as routes, mounted apps, settings grow](performance/curves.svg)\n',
    renderCurveTables(results),
    renderMetrics(results, 'start', ['start', 'startCpu', 'rss', 'heap']),
    renderMetrics(results, 'soak', ['heap', 'growth', 'rss']),
    renderTargetTable(results.targets),
    renderVersions(results),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function renderConditions({ date, machine, rounds, requests, connections, load }: Results): string {
  const { cores, arch, platform, memoryGB, node } = machine
  const sentences = [
    `Measured on ${date} with Node ${node.slice(1)} on ${platform} (${arch}, ${cores} cores, ${memoryGB} GB):`,
    // Runs with different numbers of rounds may be published together.
    `at least ${rounds} rounds of up to ${requests.toLocaleString('en')} requests over ${connections}`,
    `keep-alive connections, made by ${load}.`,
  ]
  if (machine.load > cores / 4) {
    const average = machine.load.toFixed(1)
    sentences.push(
      `**The machine was busy with other work** (load average ${average} before the run), so even the ratios are rough.`,
    )
  }
  return `${sentences.join(' ')}\n`
}

function renderRelative({ scenarios }: Results): string {
  const shown = scenarios.filter(isRelativeToNode).sort((a, b) => placeOf(a) - placeOf(b))
  const everyone = shown.flatMap(({ candidates }) => candidates.map((one) => one.candidate))
  const names = orderNames(everyone).filter((name) => name !== 'node')
  const rows = shown.map((scenario) => {
    const node = scenario.candidates.find(({ candidate }) => candidate === 'node')
    const ratios = names.map(
      (candidate) => relativeTo('node', scenario, { candidate, metric: 'cpu' })?.toFixed(2) ?? '–',
    )
    return [scenario.title, node?.summary.cpu?.median.toFixed(1) ?? '', ...ratios]
  })
  const head = ['scenario', 'bare Node, CPU µs', ...names]
  return `Processor time relative to bare Node in the same round; less is better.\n\n${table(head, rows)}`
}

function isRelativeToNode({ x, candidates }: ScenarioResult): boolean {
  const hasNode = candidates.some(({ candidate, summary }) => candidate === 'node' && summary.cpu)
  return x === undefined && hasNode
}

/** Those with bars first, in the same order. */
function placeOf({ name }: ScenarioResult): number {
  const place = headlines.indexOf(name)
  return place < 0 ? headlines.length : place
}

/** Ours first, then the originals, then the rest. */
function orderNames(names: readonly string[]): string[] {
  const rank = (name: string) =>
    name.startsWith('webapp') ? 0 : name.startsWith('express') ? 1 : 2
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b))
}

function renderCurveTables({ scenarios }: Results): string {
  return findCurves(scenarios).map(renderCurveTable).join('\n')
}

function renderCurveTable({ title, points }: Curve): string {
  const names = new Set(points.flatMap(({ candidates }) => candidates.map((one) => one.candidate)))
  const rows = orderNames([...names]).map((name) => [
    name,
    ...points.map(({ candidates }) => {
      const found = candidates.find(({ candidate }) => candidate === name)
      return found?.summary.cpu?.median.toFixed(1) ?? '–'
    }),
  ])
  return table([`CPU µs, ${title}`, ...points.map(({ x }) => x?.toLocaleString('en') ?? '')], rows)
}

function renderMetrics({ scenarios }: Results, name: string, shown: readonly Metric[]): string {
  const scenario = scenarios.find((one) => one.name === name)
  if (scenario === undefined) return ''
  const rows = scenario.candidates.map(({ candidate, summary }) => [
    candidate,
    ...shown.map((metric) => summary[metric]?.median.toFixed(metrics[metric].digits) ?? '–'),
  ])
  return table([scenario.title, ...shown.map((metric) => metrics[metric].title)], rows)
}

function renderTargetTable(targets: readonly JudgedTarget[]): string {
  const rows = targets.map(({ scenario, text, value, met }) => [
    scenario,
    text,
    value?.toFixed(3) ?? '–',
    met === undefined ? 'not measured' : met ? 'met' : '**not met**',
  ])
  const met = targets.filter((target) => target.met).length
  const judged = targets.filter((target) => target.met !== undefined).length
  return `Targets met: ${met} of ${judged}.\n\n${table(['scenario', 'target', 'measured', 'result'], rows)}`
}

function renderVersions({ scenarios }: Results): string {
  const versions = new Map(
    scenarios.flatMap(({ candidates }) =>
      candidates.flatMap(({ candidate, version }) =>
        version ? [[candidate, version] as const] : [],
      ),
    ),
  )
  const list = orderNames([...versions.keys()]).map((name) => `${name} ${versions.get(name)}`)
  return `Versions: ${list.join(', ')}.\n`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine), ''].join('\n')
}
