import { type CandidateResult, type Metric, metrics, type ScenarioResult } from '../results.ts'
import { relativeTo } from '../summarise-rounds.ts'

/** One scenario as a table for the terminal, the best candidate first. */
export function renderTable(scenario: ScenarioResult): string {
  const shown = (Object.keys(metrics) as Metric[]).filter((metric) =>
    scenario.candidates.some(({ summary }) => summary[metric]),
  )
  const [first = 'cpu'] = shown
  const rows = [...scenario.candidates]
    .sort((a, b) => (a.summary[first]?.median ?? 0) - (b.summary[first]?.median ?? 0))
    .map((result) => renderRow(result, scenario, shown))
  const head = ['', ...shown.map((metric) => metrics[metric].title), '± %', '× node', '× express5']
  const lines = alignColumns([head, ...rows])
  return [`${scenario.title} (${scenario.name})`, ...lines, ...renderOmitted(scenario), ''].join(
    '\n',
  )
}

function renderRow(
  { candidate, version, summary }: CandidateResult,
  scenario: ScenarioResult,
  shown: readonly Metric[],
): string[] {
  const [first = 'cpu'] = shown
  const relative = (base: string) =>
    relativeTo(base, scenario, { candidate, metric: first })?.toFixed(2) ?? ''
  return [
    version === undefined ? candidate : `${candidate} ${version}`,
    ...shown.map((metric) => summary[metric]?.median.toFixed(metrics[metric].digits) ?? ''),
    ((summary[first]?.spread ?? 0) * 100).toFixed(0),
    relative('node'),
    relative('express5'),
  ]
}

/** Who did not take part, by reason. */
function renderOmitted({ omitted }: ScenarioResult): string[] {
  const reasons = new Set(omitted.map(({ reason }) => reason))
  return [...reasons].map((reason) => {
    const names = omitted.filter((one) => one.reason === reason).map((one) => one.candidate)
    return `  without ${names.join(', ')}: ${reason}`
  })
}

/** Names to the left, figures to the right. */
function alignColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths?.[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    return `  ${cells.join('  ')}`.trimEnd()
  })
}
