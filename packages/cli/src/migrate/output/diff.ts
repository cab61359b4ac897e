import { countUpTo } from '../syntax/source-file.ts'

const CONTEXT = 3

/** A unified diff of two texts; empty if they are the same. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const steps = compare(old, fresh)
  if (!steps.some(({ sign }) => sign !== ' ')) return ''
  const lines = [`--- a/${name}`, `+++ b/${name}`]
  let [at, oldStart, newStart] = [0, 1, 1]
  for (const [from, to] of hunks(steps)) {
    for (; at < from; at++) {
      if (steps[at]?.sign !== '+') oldStart++
      if (steps[at]?.sign !== '-') newStart++
    }
    const part = steps.slice(from, to)
    const before = part.filter(({ sign }) => sign !== '+').length
    const after = part.filter(({ sign }) => sign !== '-').length
    lines.push(`@@ -${oldStart},${before} +${newStart},${after} @@`)
    for (const { sign, text } of part) lines.push(`${sign}${text}`)
  }
  return `${lines.join('\n')}\n`
}

/** The lines of a text. The last one says if the text does not end with a line break. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  if (last !== '') lines.push(`${last}\n\\ No newline at end of file`)
  return lines
}

interface Step {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

function compare(old: readonly string[], fresh: readonly string[]): Step[] {
  const steps: Step[] = []
  const places = placesOf(fresh)
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      steps.push({ sign: ' ', text: old[i] ?? '' })
      i++
      j++
      continue
    }
    const [removed, added] = nextMatch(old, fresh, { i, j, places })
    for (; i < removed; i++) steps.push({ sign: '-', text: old[i] ?? '' })
    for (; j < added; j++) steps.push({ sign: '+', text: fresh[j] ?? '' })
  }
  return steps
}

/**
 * The nearest lines from which both texts are equal again. The search looks at no more lines of the
 * old text than it passes over in both, so many changed lines take no more time than others.
 */
function nextMatch(
  old: readonly string[],
  fresh: readonly string[],
  { i, j, places }: { i: number; j: number; places: ReadonlyMap<string, readonly number[]> },
): readonly [number, number] {
  let [removed, added] = [old.length, fresh.length]
  let nearest = removed - i + (added - j)
  for (let a = i; a < old.length && a - i <= nearest; a++) {
    const found = places.get(startOf(old, a)) ?? []
    const b = found[countUpTo(found, (place) => place < j)]
    if (b === undefined || a - i + (b - j) > nearest) continue
    nearest = a - i + (b - j)
    removed = a
    added = b
  }
  return [removed, added]
}

/** The places of all lines, by how the text goes on there. */
function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let at = 0; at < lines.length; at++) {
    const key = startOf(lines, at)
    const known = places.get(key)
    if (known === undefined) places.set(key, [at])
    else known.push(at)
  }
  return places
}

/** A line; if it is empty or a bracket alone, which says little, the next two as well. */
function startOf(lines: readonly string[], at: number): string {
  const line = lines[at] ?? ''
  return line.trim().length > 3 ? line : lines.slice(at, at + CONTEXT).join('\n')
}

function hunks(steps: readonly Step[]): (readonly [number, number])[] {
  const found: [number, number][] = []
  for (const [index, { sign }] of steps.entries()) {
    if (sign === ' ') continue
    const [from, to] = [Math.max(0, index - CONTEXT), Math.min(steps.length, index + CONTEXT + 1)]
    const last = found[found.length - 1]
    if (last && from <= last[1]) last[1] = to
    else found.push([from, to])
  }
  return found
}
