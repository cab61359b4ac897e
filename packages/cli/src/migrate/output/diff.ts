const CONTEXT = 3

/** A unified diff of two texts; empty if they are the same. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const steps = compare(old, fresh)
  if (!steps.some(({ sign }) => sign !== ' ')) return ''
  const lines = [`--- a/${name}`, `+++ b/${name}`]
  for (const [from, to] of hunks(steps)) {
    const part = steps.slice(from, to)
    const before = part.filter(({ sign }) => sign !== '+').length
    const after = part.filter(({ sign }) => sign !== '-').length
    const [oldStart, newStart] = startOf(steps, from)
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

/** Edits are local, so the lines between equal heads and tails are few. */
function compare(old: readonly string[], fresh: readonly string[]): Step[] {
  const steps: Step[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      steps.push({ sign: ' ', text: old[i] ?? '' })
      i++
      j++
      continue
    }
    const [removed, added] = nextMatch(old, fresh, i, j)
    for (; i < removed; i++) steps.push({ sign: '-', text: old[i] ?? '' })
    for (; j < added; j++) steps.push({ sign: '+', text: fresh[j] ?? '' })
  }
  return steps
}

/** The nearest lines from which both texts are equal again, for three lines or to their ends. */
function nextMatch(
  old: readonly string[],
  fresh: readonly string[],
  i: number,
  j: number,
): readonly [number, number] {
  const most = old.length - i + (fresh.length - j)
  for (let distance = 1; distance <= most; distance++) {
    for (let skip = 0; skip <= distance; skip++) {
      const [a, b] = [i + distance - skip, j + skip]
      if (a > old.length || b > fresh.length) continue
      if (isSameFrom(old, fresh, a, b)) return [a, b]
    }
  }
  return [old.length, fresh.length]
}

function isSameFrom(
  old: readonly string[],
  fresh: readonly string[],
  a: number,
  b: number,
): boolean {
  for (let offset = 0; offset < CONTEXT; offset++) {
    const [one, other] = [old[a + offset], fresh[b + offset]]
    if (one !== other) return false
    if (one === undefined) return true
    // An empty line or a bracket alone says little, so look further.
    if (offset === 0 && one.trim().length > 3) return true
  }
  return true
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

function startOf(steps: readonly Step[], from: number): readonly [number, number] {
  const before = steps.slice(0, from)
  const old = before.filter(({ sign }) => sign !== '+').length
  return [old + 1, before.filter(({ sign }) => sign !== '-').length + 1]
}
