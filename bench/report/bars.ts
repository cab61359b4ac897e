import type { CandidateResult, Results, ScenarioResult } from '../results.ts'
import { bar, group, ruleDown, svg, text } from './svg.ts'

/** What is shown as bars; the tables have the rest. */
export const headlines = [
  'hello',
  'json',
  'params',
  'middleware',
  'nested',
  'failure',
  'post-json-1k',
  'post-form',
  'static-1k',
  'view',
]

const columns = 2
const panelWidth = 440
const nameWidth = 132
const barWidth = 248
const rowHeight = 16
const headHeight = 30

/** Processor time per request, a panel for each scenario, the least first. */
export function renderBars({ scenarios }: Pick<Results, 'scenarios'>): string {
  const panels = headlines.flatMap((name) => scenarios.find((one) => one.name === name) ?? [])
  const parts: string[] = []
  let top = 10
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns)
    parts.push(
      ...row.map((panel, column) => group(column * panelWidth + 10, top, renderPanel(panel))),
    )
    top += headHeight + Math.max(...row.map((panel) => panel.candidates.length)) * rowHeight + 14
  }
  const size = { width: columns * panelWidth + 10, height: top }
  return svg('Processor time per request, by scenario', size, parts)
}

function renderPanel({ title, candidates }: ScenarioResult): string[] {
  const sorted = [...candidates].sort((a, b) => cpuOf(a) - cpuOf(b))
  const toWidth = (cpu: number) => (cpu / Math.max(...sorted.map(cpuOf))) * barWidth
  const bottom = headHeight + sorted.length * rowHeight
  const nodes = sorted.filter(({ candidate }) => candidate === 'node')
  return [
    text(0, 14, title, { kind: 'title' }),
    text(panelWidth - 20, 14, 'CPU µs per request', { kind: 'note', anchor: 'end' }),
    ...nodes.map((node) =>
      ruleDown(nameWidth + toWidth(cpuOf(node)), [headHeight - 4, bottom], 'base'),
    ),
    ...sorted.map((result, index) =>
      group(0, headHeight + index * rowHeight, renderRow(result, toWidth(cpuOf(result)))),
    ),
  ]
}

function renderRow(result: CandidateResult, width: number): string[] {
  return [
    text(nameWidth - 6, 10, result.candidate, { anchor: 'end' }),
    bar(nameWidth, width, kindOf(result.candidate)),
    text(nameWidth + width + 5, 10, cpuOf(result).toFixed(1), { kind: 'note' }),
  ]
}

function cpuOf({ summary }: CandidateResult): number {
  return summary.cpu?.median ?? 0
}

function kindOf(candidate: string): string {
  if (candidate.startsWith('webapp')) return 'webapp'
  return candidate.startsWith('express') ? 'express' : 'peer'
}
