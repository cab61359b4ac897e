import type { Edit } from '../rules/calls.ts'
import type { Spot } from '../rules/context.ts'
import {
  countUpTo,
  createPositions,
  type Position,
  type SourceFile,
} from '../syntax/source-file.ts'
import type { Applied } from './apply.ts'

/** Finds the place of a spot in its file. */
export type PlaceOf = (spot: Spot) => Position

/** The places in the files as they were read. */
export function placesBefore(): PlaceOf {
  const positions = positionsByFile(({ text }) => text)
  return ({ file, start }) => positions(file)(start)
}

/** The places in the files as they are after the changes. */
export function placesAfter({ changes, rewritten }: Applied): PlaceOf {
  const texts = new Map(changes.map(({ file, text }) => [file, text]))
  const positions = positionsByFile((file) => texts.get(file) ?? file.text)
  const edits = new Map<SourceFile, Edit[]>()
  for (const { file, edits: own } of rewritten) {
    const known = edits.get(file) ?? []
    edits.set(file, known)
    known.push(...own)
  }
  const moves = new Map([...edits].map(([file, list]) => [file, new Moves(list)]))
  return (spot) => {
    const { file, start } = spot
    return positions(file)(moves.get(file)?.moved(spot) ?? start)
  }
}

function positionsByFile(
  textOf: (file: SourceFile) => string,
): (file: SourceFile) => (offset: number) => Position {
  const known = new Map<SourceFile, (offset: number) => Position>()
  return (file) => {
    const positions = known.get(file) ?? createPositions(textOf(file))
    known.set(file, positions)
    return positions
  }
}

/** How the edits of a file move the offsets in it. */
class Moves {
  /** Sorted by their starts. Insertions at the same offset keep their order. */
  readonly #edits: readonly Edit[]
  /** By how many characters the edits before each one move the text, and all of them at the end. */
  readonly #shifts: readonly number[]
  /** The end of the text that the edits before each one replace. */
  readonly #ends: readonly number[]

  constructor(edits: readonly Edit[]) {
    this.#edits = [...edits].sort((one, other) => one.start - other.start)
    let [shift, replaced] = [0, 0]
    const [shifts, ends] = [[shift], [replaced]]
    for (const { start, end, text } of this.#edits) {
      // Edits that only remove may overlap.
      shift += text.length - Math.max(0, end - Math.max(start, replaced))
      replaced = Math.max(replaced, end)
      shifts.push(shift)
      ends.push(replaced)
    }
    this.#shifts = shifts
    this.#ends = ends
  }

  moved(spot: Spot): number {
    const first = countUpTo(this.#edits, ({ start }) => start < spot.start)
    let [at, offset] = [first, spot.start]
    // Inside of text that was replaced: where the replacement starts.
    while (at > 0 && (this.#ends[at] ?? 0) > spot.start) offset = this.#edits[--at]?.start ?? 0
    if (at < first) return offset + (this.#shifts[at] ?? 0)
    let inserted = 0
    for (let edit = this.#edits[at]; edit; edit = this.#edits[++at]) {
      if (edit.start !== offset || edit.end !== offset) break
      if (spot.edits.includes(edit)) {
        inserted += /^\s*/.exec(edit.text)?.[0].length ?? 0
        break
      }
      inserted += edit.text.length
    }
    return offset + (this.#shifts[first] ?? 0) + inserted
  }
}
