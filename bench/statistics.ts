/** What several rounds say about one figure. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
  /** How far apart the middle half of the rounds lies, as a part of the median. */
  readonly spread: number
}

export function summarise(values: readonly number[]): Summary {
  const median = quantile(values, 0.5)
  return {
    median,
    min: Math.min(...values),
    max: Math.max(...values),
    spread: median === 0 ? 0 : (quantile(values, 0.75) - quantile(values, 0.25)) / median,
  }
}

/** Between two values it goes on a straight line, as is usual. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
