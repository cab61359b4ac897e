import { relative, sep } from 'node:path'
import { OLDEST_TYPESCRIPT, type OldTypeScript } from '../project/typescript.ts'
import type { Spot } from '../rules/context.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { PlaceOf } from './places.ts'

/** What a run found, did, and advises to do next. */
export interface Summary {
  readonly folder: string
  readonly readCount: number
  readonly rewritten: readonly Spot[]
  readonly reported: readonly Spot[]
  /** Finds the places of the spots in the files as they are when the command has ended. */
  readonly placeOf: PlaceOf
  readonly skipped: readonly string[]
  /** Paths that lead out of the folder through a symbolic link. */
  readonly outside: readonly string[]
  /** Files with functions that a tool calls with its own application, and the name of the tool. */
  readonly tools: ReadonlyMap<SourceFile, string>
  /** The packages whose TypeScript cannot read the types of webapp. */
  readonly oldTypeScript: readonly OldTypeScript[]
  readonly next: readonly string[]
  /** The package.json files that get the range of Express 5. */
  readonly raised: readonly string[]
  readonly isDry: boolean
}

export function printSummary(summary: Summary): string {
  const { folder, readCount, rewritten, reported, skipped, next, raised, isDry } = summary
  const describe = describeIn(folder, summary.placeOf)
  const lines = [`webapp migrate: read ${count(readCount, 'file')} in ${folder}`]
  if (raised.length > 0) {
    const names = raised.map((path) => showPath(folder, path)).join(', ')
    lines.push('', `${isDry ? 'Would change' : 'Changed'} the range of Express in ${names}.`)
  }
  if (rewritten.length + reported.length + raised.length === 0) lines.push('', 'Nothing to do.')
  const stopping = reported.filter(({ stopsStart }) => stopsStart)
  const remarks = reported.filter(({ stopsStart }) => !stopsStart)
  if (stopping.length > 0) {
    lines.push('', `${count(stopping.length, 'spot')} can stop the program when it starts:`)
    lines.push(...stopping.map(describe))
  }
  if (rewritten.length > 0) {
    const files = new Set(rewritten.map(({ file }) => file)).size
    const verb = isDry ? 'Would change' : 'Changed'
    lines.push('', `${verb} ${count(rewritten.length, 'spot')} in ${count(files, 'file')}:`)
    lines.push(...rewritten.map(describe))
  }
  if (remarks.length > 0) {
    const verb = remarks.length === 1 ? 'needs' : 'need'
    lines.push('', `${count(remarks.length, 'spot')} ${verb} a look:`)
    lines.push(...remarks.map(describe))
  }
  if (isDry && rewritten.length > 0) {
    lines.push('', 'Lines and columns are those of the files as they are now, before the changes.')
  }
  if (skipped.length > 0) {
    lines.push('', 'Not read, because they do not parse and do not mention Express:')
    lines.push(...skipped.map((path) => `  ${showPath(folder, path)}`))
  }
  if (summary.outside.length > 0) {
    lines.push('', 'Not read, because they are symbolic links out of this folder:')
    lines.push(...summary.outside.map((path) => `  ${showPath(folder, path)}`))
  }
  if (summary.tools.size > 0) {
    lines.push('', 'Left as they are, because a tool calls them with an application of its own:')
    for (const [{ path }, tool] of summary.tools)
      lines.push(`  ${showPath(folder, path)} (${tool})`)
  }
  for (const { path, version, isInstalled } of summary.oldTypeScript) {
    const found = isInstalled ? `TypeScript ${version} is installed` : `it asks for ${version}`
    lines.push(
      '',
      `TypeScript of ${showPath(folder, path)}: ${found}, and the types of webapp need ` +
        `${OLDEST_TYPESCRIPT}.0 or newer: npm install --save-dev typescript@${OLDEST_TYPESCRIPT}`,
    )
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
  const show = (spot: Spot) => {
    const { line, column } = summary.placeOf(spot)
    return { id: spot.id, file: showPath(folder, spot.file.path), line, column, text: spot.text }
  }
  return JSON.stringify(
    {
      folder,
      dryRun: isDry,
      read: readCount,
      packageJson: raised.length > 0,
      places: isDry ? 'before' : 'after',
      reported: [...reported]
        .sort((one, other) => Number(other.stopsStart) - Number(one.stopsStart))
        .map((spot) => ({ ...show(spot), stopsStart: spot.stopsStart })),
      rewritten: rewritten.map(show),
      skipped: skipped.map((path) => showPath(folder, path)),
      outside: summary.outside.map((path) => showPath(folder, path)),
      tools: [...summary.tools].map(([{ path }, tool]) => ({ file: showPath(folder, path), tool })),
      oldTypeScript: summary.oldTypeScript.map(({ path, version, isInstalled }) => {
        return { packageJson: showPath(folder, path), version, isInstalled }
      }),
      next,
    },
    null,
    2,
  )
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
