import { relative, sep } from 'node:path'
import type { Spot } from '../rules/context.ts'
import { createPositions, type Position, type SourceFile } from '../syntax/source-file.ts'

/** What a run found, did, and advises to do next. */
export interface Summary {
  readonly folder: string
  readonly readCount: number
  readonly rewritten: readonly Spot[]
  readonly reported: readonly Spot[]
  readonly skipped: readonly string[]
  readonly next: readonly string[]
  /** The package.json files that get the range of Express 5. */
  readonly raised: readonly string[]
  readonly isDry: boolean
}

export function printSummary(summary: Summary): string {
  const { folder, readCount, rewritten, reported, skipped, next, raised, isDry } = summary
  const describe = describeIn(folder, createPlaces())
  const lines = [`webapp migrate: read ${count(readCount, 'file')} in ${folder}`]
  if (raised.length > 0) {
    const names = raised.map((path) => showPath(folder, path)).join(', ')
    lines.push('', `${isDry ? 'Would change' : 'Changed'} the range of Express in ${names}.`)
  }
  if (rewritten.length + reported.length + raised.length === 0) lines.push('', 'Nothing to do.')
  if (rewritten.length > 0) {
    const files = new Set(rewritten.map(({ file }) => file)).size
    const verb = isDry ? 'Would change' : 'Changed'
    lines.push('', `${verb} ${count(rewritten.length, 'spot')} in ${count(files, 'file')}:`)
    lines.push(...rewritten.map(describe))
  }
  if (reported.length > 0) {
    lines.push(
      '',
      `${count(reported.length, 'spot')} ${reported.length === 1 ? 'needs' : 'need'} a look:`,
    )
    lines.push(...reported.map(describe))
  }
  if (skipped.length > 0) {
    lines.push('', 'Not read, because they do not parse and do not mention Express:')
    lines.push(...skipped.map((path) => `  ${showPath(folder, path)}`))
  }
  if (next.length > 0) {
    lines.push('', 'Next:')
    lines.push(...next.map((step) => `  ${step}`))
  }
  return lines.join('\n')
}

/** The same for other programs. */
export function toJson(summary: Summary): string {
  const { folder, readCount, rewritten, reported, skipped, next, raised, isDry } = summary
  const placeOf = createPlaces()
  const show = (spot: Spot) => {
    const { line, column } = placeOf(spot)
    return { id: spot.id, file: showPath(folder, spot.file.path), line, column, text: spot.text }
  }
  return JSON.stringify(
    {
      folder,
      dryRun: isDry,
      read: readCount,
      packageJson: raised.length > 0,
      rewritten: rewritten.map(show),
      reported: reported.map(show),
      skipped: skipped.map((path) => showPath(folder, path)),
      next,
    },
    null,
    2,
  )
}

type PlaceOf = (spot: Spot) => Position

/** Finds the places of spots. */
function createPlaces(): PlaceOf {
  const known = new Map<SourceFile, (offset: number) => Position>()
  return ({ file, start }) => {
    const positions = known.get(file) ?? createPositions(file.text)
    known.set(file, positions)
    return positions(start)
  }
}

function describeIn(folder: string, placeOf: PlaceOf): (spot: Spot) => string {
  return (spot) => {
    const { line, column } = placeOf(spot)
    const place = `${showPath(folder, spot.file.path)}:${line}:${column}`
    return `  ${place}  ${spot.id}  ${spot.text.replace(/\s*\n\s*/g, ' ')}`
  }
}

export function showPath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
