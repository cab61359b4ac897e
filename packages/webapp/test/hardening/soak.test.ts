import { describe, expect, it } from 'vitest'
import { growthPerMinute, isGrowing } from '../../../../tools/soak/trend.ts'

/** A minute of values, one for each second. */
function minuteOf(value: (second: number) => number) {
  return Array.from({ length: 60 }, (_, seconds) => ({ seconds, value: value(seconds) }))
}

describe('The verdict of a soak', () => {
  it('tells a leak, however unsteady', () => {
    const leak = minuteOf((second) => 100 + second + 5 * Math.sin(second))
    expect(growthPerMinute(leak)).toBeCloseTo(60, -1)
    expect(isGrowing(leak, 10)).toBe(true)
  })

  it('takes no offence at a start, at noise and at a peak', () => {
    const start = minuteOf((second) => (second < 10 ? second * 10 : 100))
    const noise = minuteOf((second) => 100 + 20 * Math.sin(second * 7))
    const peak = minuteOf((second) => (second === 58 ? 1000 : 100))
    for (const points of [start, noise, peak]) expect(isGrowing(points, 10)).toBe(false)
  })

  it('has none without values', () => {
    expect(isGrowing([], 10)).toBe(false)
  })
})
