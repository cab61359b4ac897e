import type { Dialect } from '../flow/values.ts'

/** The dialects that a version range of Express admits, newest first. */
export function majorsOf(text: string): Dialect[] {
  const range = text.replace(/^npm:express@/, '').trim()
  if (range === 'latest' || range === 'next' || range === '*' || range === '') return [5, 4, 3]
  const majors = new Set<number>()
  for (const part of range.split('||')) for (const major of majorsOfPart(part)) majors.add(major)
  const all: readonly Dialect[] = [5, 4, 3]
  return all.filter((major) => majors.has(major))
}

const VERSION = /([<>]=?|[~^=])?\s*v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(?:\d+|[xX*]))?(?:[-+][\w.-]+)?/g

function majorsOfPart(part: string): number[] {
  const text = part.trim().replace(/^latest-/, '')
  const bounds = [...text.matchAll(VERSION)]
  const [, operator, first] = bounds[0] ?? []
  if (first === undefined) return /^[xX*]/.test(text) ? [3, 4, 5] : []
  const low = Number(first)
  if (/^\S+\s+-\s+\S+$/.test(text)) return span(low, Number(bounds[1]?.[2] ?? low))
  const upper = bounds.find(([, each]) => each?.startsWith('<'))
  const high =
    upper && (upper[1] === '<=' || Number(upper[3]) > 0 ? Number(upper[2]) : Number(upper[2]) - 1)
  if (operator?.startsWith('>')) return span(low, high ?? 5)
  if (operator?.startsWith('<')) return span(3, high ?? 5)
  return [low]
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_each, index) => from + index)
}
