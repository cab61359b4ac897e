import { quantile } from '../../bench/statistics.ts'

/** What the requests of one turn cost a program. */
export interface Cost {
  /** Seconds of processor time for each request. */
  readonly processor: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** Two turns, one after the other, with the same requests. */
export interface Pair {
  readonly plain: Cost
  readonly observed: Cost
}

/** Lines for people: the medians of all turns, and of the ratios within each pair. */
export function compareCosts(pairs: readonly Pair[]): string {
  const ratios = pairs.map(({ plain, observed }) => observed.processor / plain.processor)
  const at = (part: number) => percent(quantile(ratios, part))
  return [
    describeSide('plain', pairs),
    describeSide('observed', pairs),
    `  processor time: ${at(0.5)} (the middle half of the pairs: ${at(0.25)} to ${at(0.75)})`,
  ].join('\n')
}

function describeSide(side: keyof Pair, pairs: readonly Pair[]): string {
  const median = (name: keyof Cost) =>
    quantile(
      pairs.map((pair) => pair[side][name]),
      0.5,
    )
  const microseconds = (median('processor') * 1e6).toFixed(0)
  return (
    `  ${side.padEnd(8)}  ${microseconds} µs for each request, ` +
    `p50 ${median('p50').toFixed(2)} ms, p99 ${median('p99').toFixed(1)} ms`
  )
}

/** Such as "+1.2 %". */
function percent(ratio: number): string {
  const value = (ratio - 1) * 100
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)} %`
}
