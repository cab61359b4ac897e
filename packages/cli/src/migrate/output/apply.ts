import MagicString from 'magic-string'
import type { Edit } from '../rules/calls.ts'
import type { Spot } from '../rules/context.ts'
import { isProblem, parseFile, type SourceFile } from '../syntax/source-file.ts'

/** A file and its new text. */
export interface Change {
  readonly file: SourceFile
  readonly text: string
}

export interface Applied {
  readonly changes: readonly Change[]
  readonly rewritten: readonly Spot[]
  readonly reported: readonly Spot[]
}

/** Applies the edits of all spots. A spot that overlaps with an earlier one is reported instead. */
export function applySpots(spots: readonly Spot[]): Applied {
  const taken = new Map<SourceFile, TakenRanges>()
  const byFile = new Map<SourceFile, Spot[]>()
  const reported: Spot[] = []
  for (const spot of spots) {
    if (spot.edits.length === 0) {
      reported.push(spot)
      continue
    }
    const ranges = taken.get(spot.file) ?? new TakenRanges()
    taken.set(spot.file, ranges)
    const accepted = byFile.get(spot.file) ?? []
    byFile.set(spot.file, accepted)
    if (spot.edits.some((each) => ranges.collidesWith(each))) {
      reported.push({ ...spot, edits: [], text: `overlaps with another change: ${spot.text}` })
    } else {
      for (const each of spot.edits) ranges.add(each)
      accepted.push(spot)
    }
  }
  const broken = new Set<Spot>()
  for (const [file, accepted] of byFile) {
    for (const spot of findBroken(file, accepted)) {
      broken.add(spot)
      reported.push({ ...spot, edits: [], text: `not applied, change it by hand: ${spot.text}` })
    }
  }
  const applied = [...byFile].map(
    ([file, accepted]) => [file, accepted.filter((spot) => !broken.has(spot))] as const,
  )
  const changes = applied
    .map(([file, accepted]) => ({ file, text: edit(file, accepted) }))
    .filter(({ file, text }) => text !== file.text)
  const isApplied = new Set(applied.flatMap(([, accepted]) => accepted))
  return { changes, rewritten: spots.filter((spot) => isApplied.has(spot)), reported }
}

/** The spots after which a file does not parse. No rule should make one, but code is manifold. */
function findBroken(file: SourceFile, spots: readonly Spot[]): Spot[] {
  const isSound = (some: readonly Spot[]) => !isProblem(parseFile(file.path, edit(file, some)))
  const sound: Spot[] = []
  const broken: Spot[] = []
  // Most are sound, so whole halves are tried first.
  const sort = (some: readonly Spot[]) => {
    if (some.length === 0) return
    if (isSound([...sound, ...some])) sound.push(...some)
    else if (some.length === 1) broken.push(...some)
    else {
      const middle = some.length >> 1
      sort(some.slice(0, middle))
      sort(some.slice(middle))
    }
  }
  sort(spots)
  return broken
}

function edit(file: SourceFile, spots: readonly Spot[]): string {
  const text = new MagicString(file.text)
  // In source order, because MagicString searches from the place of the last edit.
  const edits = spots.flatMap((spot) => spot.edits).sort((one, other) => one.start - other.start)
  for (const { start, end, text: replacement } of edits) {
    if (start === end) continue
    if (replacement === '') text.remove(start, end)
    else text.update(start, end, replacement)
  }
  // Removing a range also removes what was inserted at its end before.
  for (const { start, end, text: inserted } of edits) {
    if (start === end) text.appendLeft(start, inserted)
  }
  return text.toString()
}

/** The edits of a file by their places, so that each one is compared with its neighbours only. */
class TakenRanges {
  readonly #edits = new Map<number, Edit[]>()

  collidesWith(edit: Edit): boolean {
    return cellsOf(edit).some((cell) => this.#edits.get(cell)?.some((each) => collide(each, edit)))
  }

  add(edit: Edit): void {
    for (const cell of cellsOf(edit)) {
      const known = this.#edits.get(cell)
      if (known === undefined) this.#edits.set(cell, [edit])
      else known.push(edit)
    }
  }
}

/** The numbers of the parts of a text that an edit touches. */
function cellsOf({ start, end }: Edit): number[] {
  const [first, last] = [start >> CELL_BITS, end >> CELL_BITS]
  return Array.from({ length: last - first + 1 }, (_each, index) => first + index)
}

const CELL_BITS = 6

function collide(one: Edit, other: Edit): boolean {
  // Both only remove, so together they remove all of it.
  if (one.text === '' && other.text === '') return false
  if (one.start === one.end || other.start === other.end) {
    const [point, range] = one.start === one.end ? [one, other] : [other, one]
    return point.start > range.start && point.start < range.end
  }
  return one.start < other.end && other.start < one.end
}
