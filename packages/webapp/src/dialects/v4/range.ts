import type parseRange from 'range-parser'

type Ranges = parseRange.Ranges

/** The requested ranges. In 4.x a malformed range counts as one that cannot be satisfied, -1. */
export const readRange: typeof parseRange = (size, header, options) => {
  const equals = header.indexOf('=')
  if (equals === -1) return -2
  const ranges = header
    .slice(equals + 1)
    .split(',')
    .flatMap((text) => toRange(text, size) ?? [])
  if (ranges.length === 0) return -1
  const chosen = options?.combine ? combine(ranges) : ranges
  return Object.assign(chosen, { type: header.slice(0, equals) }) as Ranges
}

function toRange(text: string, size: number): parseRange.Range | undefined {
  const [first = '', last = ''] = text.split('-')
  let start = Number.parseInt(first, 10)
  let end = Number.parseInt(last, 10)
  if (Number.isNaN(start)) {
    start = size - end
    end = size - 1
  } else if (Number.isNaN(end) || end > size - 1) end = size - 1
  return start >= 0 && start <= end ? { start, end } : undefined
}

/** Merges ranges that overlap or touch; each takes the place of its first part. */
function combine(ranges: readonly parseRange.Range[]): parseRange.Range[] {
  const merged: { start: number; end: number; place: number }[] = []
  const sorted = ranges.map((range, place) => ({ ...range, place }))
  for (const range of sorted.sort((one, other) => one.start - other.start)) {
    const last = merged[merged.length - 1]
    if (last === undefined || range.start > last.end + 1) {
      merged.push(range)
      continue
    }
    last.end = Math.max(last.end, range.end)
    last.place = Math.min(last.place, range.place)
  }
  merged.sort((one, other) => one.place - other.place)
  return merged.map(({ start, end }) => ({ start, end }))
}
