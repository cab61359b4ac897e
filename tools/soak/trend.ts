export interface Point {
  readonly seconds: number
  readonly value: number
}

/**
 * What a value grows by in a minute: the median of the slopes between all pairs of points, which a
 * few odd ones do not move. The first quarter is left out, while code is compiled and caches fill.
 */
export function growthPerMinute(points: readonly Point[]): number {
  const settled = points.slice(Math.floor(points.length / 4))
  const slopes = settled.flatMap((from, index) =>
    settled
      .slice(index + 1)
      .map((to) => (to.value - from.value) / ((to.seconds - from.seconds) / 60)),
  )
  slopes.sort((a, b) => a - b)
  return slopes[Math.floor(slopes.length / 2)] ?? 0
}

/** Whether a value has grown by more than it may, over the whole of the time. */
export function isGrowing(points: readonly Point[], tolerated: number): boolean {
  const [first, last] = [points[Math.floor(points.length / 4)], points.at(-1)]
  if (first === undefined || last === undefined) return false
  return growthPerMinute(points) * ((last.seconds - first.seconds) / 60) > tolerated
}
