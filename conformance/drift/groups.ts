import type { LineChanges, Shape } from './line-changes.ts'

/** A difference between two revisions. */
export interface Finding extends Shape {
  /** The target of the fuzz, `scenarios`, `surface` or `package`. */
  readonly part: string
}

/** One case of a group, as small as it could be made. */
export interface Example extends LineChanges {
  /** The name of the scenario, or the program and the request. */
  readonly title: readonly string[]
}

/** Differences of one shape. */
export interface Group extends Finding {
  /** Requests, scenarios or lines. */
  readonly count: number
  readonly example: Example
}

/** Groups for which no example is sought are left out above this number, for each part. */
const MOST = 40

/** Collects differences by their shape. */
export class Groups {
  readonly #groups = new Map<string, { finding: Finding; count: number; example: Example }>()

  /** Whether a case of this shape would tell nothing new. */
  isKnown(finding: Finding): boolean {
    return this.#groups.has(keyOf(finding)) || this.#sizeOf(finding.part) >= MOST
  }

  /** Counts a case of a known shape. */
  count(finding: Finding): void {
    const group = this.#groups.get(keyOf(finding))
    if (group !== undefined) group.count++
  }

  /** Keeps the shortest example. */
  add(finding: Finding, example: Example): void {
    const known = this.#groups.get(keyOf(finding))
    if (known === undefined) this.#groups.set(keyOf(finding), { finding, count: 1, example })
    else if (lengthOf(example) < lengthOf(known.example)) known.example = example
  }

  list(): Group[] {
    return [...this.#groups.values()].map(({ finding, count, example }) => ({
      ...{ part: finding.part, member: finding.member, change: finding.change },
      ...{ count, example: shorten(example) },
    }))
  }

  #sizeOf(part: string): number {
    return [...this.#groups.values()].filter(({ finding }) => finding.part === part).length
  }
}

/** Lines of each side, and characters of a line, that are kept. */
const MOST_LINES = 12
const LONGEST = 1000

function shorten({ title, older, newer }: Example): Example {
  const cut = (lines: readonly string[]) =>
    lines.map((line) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line))
  const side = (lines: readonly string[]) => {
    const more = lines.length - MOST_LINES
    return [...cut(lines.slice(0, MOST_LINES)), ...(more > 0 ? [`… ${more} more lines`] : [])]
  }
  return { title: cut(title), older: side(older), newer: side(newer) }
}

function keyOf({ part, member, change }: Finding): string {
  return [part, member, change].join('\n')
}

function lengthOf({ title, older, newer }: Example): number {
  return [...title, ...older, ...newer].join('\n').length
}
