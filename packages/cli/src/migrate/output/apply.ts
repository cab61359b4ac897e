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
  const byFile = new Map<SourceFile, Spot[]>()
  const rewritten: Spot[] = []
  const reported: Spot[] = []
  for (const spot of spots) {
    if (spot.edits.length === 0) {
      reported.push(spot)
      continue
    }
    const accepted = byFile.get(spot.file) ?? []
    byFile.set(spot.file, accepted)
    if (accepted.some((other) => overlap(other, spot))) {
      reported.push({ ...spot, edits: [], text: `overlaps with another change: ${spot.text}` })
    } else {
      accepted.push(spot)
      rewritten.push(spot)
    }
  }
  for (const [file, accepted] of byFile) {
    const broken = findBroken(file, accepted)
    if (broken.length === 0) continue
    byFile.set(
      file,
      accepted.filter((spot) => !broken.includes(spot)),
    )
    for (const spot of broken) {
      rewritten.splice(rewritten.indexOf(spot), 1)
      reported.push({ ...spot, edits: [], text: `not applied, change it by hand: ${spot.text}` })
    }
  }
  const changes = [...byFile].map(([file, accepted]) => ({ file, text: edit(file, accepted) }))
  return { changes: changes.filter(({ file, text }) => text !== file.text), rewritten, reported }
}

/** The spots after which a file does not parse. No rule should make one, but code is manifold. */
function findBroken(file: SourceFile, spots: readonly Spot[]): Spot[] {
  const isSound = (some: readonly Spot[]) => !isProblem(parseFile(file.path, edit(file, some)))
  if (isSound(spots)) return []
  const sound: Spot[] = []
  for (const spot of spots) if (isSound([...sound, spot])) sound.push(spot)
  return spots.filter((spot) => !sound.includes(spot))
}

function edit(file: SourceFile, spots: readonly Spot[]): string {
  const text = new MagicString(file.text)
  const edits = spots.flatMap((spot) => spot.edits)
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

function overlap(one: Spot, other: Spot): boolean {
  return one.edits.some((each) => other.edits.some((edit) => collide(each, edit)))
}

function collide(one: Edit, other: Edit): boolean {
  // Both only remove, so together they remove all of it.
  if (one.text === '' && other.text === '') return false
  if (one.start === one.end || other.start === other.end) {
    const [point, range] = one.start === one.end ? [one, other] : [other, one]
    return point.start > range.start && point.start < range.end
  }
  return one.start < other.end && other.start < one.end
}
