import { describe, expect, it } from 'vitest'
import { BackOff } from '../../src/start/back-off.ts'
import { parseBytes, parseDuration } from '../../src/start/quantities.ts'

describe('durations and sizes', () => {
  it.each([
    ['0s', 0],
    ['500ms', 500],
    ['10s', 10_000],
    ['1.5s', 1500],
    ['2m', 120_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text, '--timeout')).toBe(ms)
  })

  it.each(['', '10', '-1s', '1h', '10 s', '1e3s', '50000m'])(
    'the duration %j is refused',
    (text) => {
      expect(() => parseDuration(text, '--timeout')).toThrow(`--timeout is "${text}"`)
    },
  )

  it.each([
    ['512M', 536_870_912],
    ['512mb', 536_870_912],
    ['1.5GiB', 1_610_612_736],
    ['100K', 102_400],
  ])('%s is %d bytes', (text, bytes) => {
    expect(parseBytes(text, '--max-memory')).toBe(bytes)
  })

  it.each(['', '512', '0M', '-1M', '1T', 'MB'])('the size %j is refused', (text) => {
    expect(() => parseBytes(text, '--max-memory')).toThrow(`--max-memory is "${text}"`)
  })
})

describe('the pause before a start', () => {
  it('grows from nothing to 30 seconds, and begins anew after a long run', () => {
    const backOff = new BackOff(60_000)
    const pauses = Array.from({ length: 10 }, () => backOff.next(100))
    expect(pauses).toEqual([0, 250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(backOff.next(60_000)).toBe(0)
    expect(backOff.next(100)).toBe(250)
  })
})
