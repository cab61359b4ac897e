import type { Results, ScenarioResult } from '../results.ts'
import { group, line, type Point, ruleAcross, svg, text } from './svg.ts'

const shown = ['webapp', 'node', 'express5', 'fastify']

const columns = 3
const headHeight = 30
const panel = { width: 300, height: 210 }
const inner = { left: 50, right: 270, top: 34, bottom: 184 }

export interface Curve {
  readonly family: string
  readonly title: string
  readonly points: readonly ScenarioResult[]
}

/** The families of scenarios that differ in a number alone. */
export function findCurves(scenarios: readonly ScenarioResult[]): Curve[] {
  const families = new Set(scenarios.filter(({ x }) => x !== undefined).map(({ family }) => family))
  return [...families].map((family) => {
    const points = scenarios
      .filter((one) => one.family === family)
      .sort((a, b) => (a.x ?? 0) - (b.x ?? 0))
    return { family, title: generalTitle(points[0]), points }
  })
}

/** The title of a scenario says its number, that of a curve does not. */
function generalTitle(point: ScenarioResult | undefined): string {
  return point?.title.replace(point.x?.toLocaleString('en') ?? '', 'n') ?? ''
}

/** Processor time per request against the number, both on logarithmic scales. */
export function renderCurves({ scenarios }: Pick<Results, 'scenarios'>): string {
  const curves = findCurves(scenarios)
  const panels = curves.map((curve, index) => {
    const left = (index % columns) * panel.width
    const top = headHeight + Math.floor(index / columns) * panel.height
    return group(left, top, renderCurve(curve))
  })
  const width = columns * panel.width
  const height = headHeight + Math.ceil(curves.length / columns) * panel.height
  const parts = [...renderLegend(width), ...panels]
  return svg('Processor time per request, as numbers grow', { width, height }, parts)
}

function renderLegend(width: number): string[] {
  const names = shown.map((candidate, index) =>
    group(inner.left + index * 100, 0, [
      ruleAcross(16, [0, 24], `line ${candidate}`),
      text(30, 20, candidate),
    ]),
  )
  const unit = { kind: 'note', anchor: 'end' } as const
  return [...names, text(width - 30, 20, 'CPU µs per request', unit)]
}

function renderCurve({ title, points }: Curve): string[] {
  const xs = points.map(({ x }) => x ?? 1)
  const ys = points.flatMap((point) => shown.flatMap((candidate) => cpuOf(point, candidate) ?? []))
  const ticks = decadesAround(ys)
  const toX = logarithmic(xs, [inner.left, inner.right])
  const toY = logarithmic(ticks, [inner.bottom, inner.top])
  const linesOf = (candidate: string) => {
    const path = points.flatMap((point): Point[] => {
      const cpu = cpuOf(point, candidate)
      return cpu === undefined ? [] : [[toX(point.x ?? 1), toY(cpu)]]
    })
    return path.length < 2 ? [] : [line(path, `line ${candidate}`)]
  }
  return [
    text(inner.left, 16, title, { kind: 'title' }),
    ...ticks.map((tick) => renderTick(tick, toY(tick))),
    ...xs.map((x) =>
      text(toX(x), panel.height - 8, x.toLocaleString('en'), { kind: 'note', anchor: 'middle' }),
    ),
    ...shown.flatMap(linesOf),
  ]
}

function renderTick(tick: number, y: number): string {
  const label = text(inner.left - 5, y + 4, tick.toLocaleString('en'), {
    kind: 'note',
    anchor: 'end',
  })
  return `${ruleAcross(y, [inner.left, inner.right], 'axis')}\n${label}`
}

function cpuOf({ candidates }: ScenarioResult, name: string): number | undefined {
  return candidates.find(({ candidate }) => candidate === name)?.summary.cpu?.median
}

/** The powers of ten that hold the values between them. */
function decadesAround(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)))
  const to = Math.max(Math.ceil(Math.log10(Math.max(...values))), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index))
}

function logarithmic(values: readonly number[], [start, end]: readonly [number, number]) {
  const low = Math.log10(Math.min(...values))
  const high = Math.log10(Math.max(...values))
  return (value: number) => start + ((Math.log10(value) - low) / (high - low || 1)) * (end - start)
}
