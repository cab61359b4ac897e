import type { CandidateResult, Results } from '../results.ts'
import { bar, group, svg, text } from './svg.ts'

/** The one chart of the README and of the first page: a scenario that every candidate has. */
const scenarioName = 'json'

/** The candidates that readers look for, by the name that they know. */
const names: Readonly<Record<string, string>> = {
  webapp: 'webapp',
  node: 'bare Node',
  fastify: 'Fastify',
  hono: 'Hono',
  koa: 'Koa',
  express5: 'Express 5',
  express4: 'Express 4',
  express3: 'Express 3',
}

const width = 480
const nameWidth = 82
const barWidth = 330
const rowHeight = 20
const headHeight = 34

export function renderHeadline({ scenarios, machine }: Results): string {
  const [major] = machine.node.slice(1).split('.')
  const scenario = scenarios.find(({ name }) => name === scenarioName)
  const rows = (scenario?.candidates ?? [])
    .filter(({ candidate }) => candidate in names)
    .sort((a, b) => cpuOf(a) - cpuOf(b))
  const longest = Math.max(1, ...rows.map(cpuOf))
  const height = headHeight + rows.length * rowHeight + 8
  return svg('Processor time per request for a small JSON response', { width, height }, [
    text(10, 19, `Processor time per request, small JSON, Node ${major}`, { kind: 'title' }),
    text(width - 10, 19, 'µs, less is better', { kind: 'note', anchor: 'end' }),
    ...rows.map((row, index) =>
      group(
        10,
        headHeight + index * rowHeight,
        renderRow(row, (cpuOf(row) / longest) * (barWidth - 4)),
      ),
    ),
  ])
}

function renderRow(result: CandidateResult, length: number): string[] {
  const { candidate } = result
  return [
    text(nameWidth - 8, 10, names[candidate] ?? candidate, { anchor: 'end' }),
    bar(nameWidth, length, candidate.replace(/\d$/, '')),
    text(nameWidth + length + 6, 10, cpuOf(result).toFixed(0), { kind: 'note' }),
  ]
}

function cpuOf({ summary }: CandidateResult): number {
  return summary.cpu?.median ?? 0
}
