import type { PublishedResults } from '../results.ts'
import { relativeTo } from '../summarise-rounds.ts'
import { dot, group, line, type Point, ruleAcross, svg, text } from './svg.ts'

/** The scenarios whose course is drawn, each in a panel of its own. */
const shown = ['hello', 'json', 'nested', 'post-json-1k', 'failure', 'static-1k']

const columns = 3
const headHeight = 30
const panel = { width: 300, height: 160 }
const inner = { left: 50, right: 270, top: 34, bottom: 130 }

/** webapp relative to bare Node, in every published run with the main version of Node. */
export function renderHistory(history: readonly PublishedResults[]): string {
  const width = columns * panel.width
  const height = headHeight + Math.ceil(shown.length / columns) * panel.height
  const unit = text(width - 30, 20, 'webapp, processor time relative to bare Node', {
    kind: 'note',
    anchor: 'end',
  })
  const panels = shown.map((name, index) => {
    const left = (index % columns) * panel.width
    const top = headHeight + Math.floor(index / columns) * panel.height
    return group(left, top, renderPanel(name, history))
  })
  return svg('Published runs, the oldest first', { width, height }, [unit, ...panels])
}

function renderPanel(name: string, history: readonly PublishedResults[]): string[] {
  const values = history.flatMap(({ date, scenarios }) => {
    const scenario = scenarios.find((one) => one.name === name)
    const ratio = scenario && relativeTo('node', scenario, { candidate: 'webapp', metric: 'cpu' })
    return ratio === undefined ? [] : [{ date: date.slice(0, 10), ratio }]
  })
  const title = text(inner.left, 16, name, { kind: 'title' })
  if (values.length === 0) return [title]
  const highest = Math.max(1, ...values.map(({ ratio }) => ratio))
  const toY = (ratio: number) => inner.bottom - (ratio / highest) * (inner.bottom - inner.top)
  const step = (inner.right - inner.left) / Math.max(1, values.length - 1)
  const points = values.map(({ ratio }, at): Point => [inner.left + at * step, toY(ratio)])
  const last = values.at(-1)
  const [x = inner.left, y = inner.top] = points.at(-1) ?? []
  return [
    title,
    ...[0, 1].map((tick) => ruleAcross(toY(tick), [inner.left, inner.right], 'axis')),
    ...[0, 1].map((tick) => text(inner.left - 6, toY(tick) + 4, String(tick), note('end'))),
    line(points, 'line webapp'),
    ...points.map((point) => dot(point, 'webapp')),
    text(x, y - 8, last?.ratio.toFixed(2) ?? '', { anchor: values.length > 1 ? 'end' : 'start' }),
    text(inner.left, inner.bottom + 18, values[0]?.date ?? '', note('start')),
    ...(values.length > 1
      ? [text(inner.right, inner.bottom + 18, last?.date ?? '', note('end'))]
      : []),
  ]
}

function note(anchor: 'start' | 'end') {
  return { kind: 'note', anchor } as const
}
