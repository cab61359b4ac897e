import type { Dialect } from './flow/values.ts'
import { showPath } from './output/summary.ts'
import type { ExpressVersion } from './project/modules.ts'
import type { Evidence } from './rules/evidence.ts'
import { positionAt } from './syntax/source-file.ts'

/** A version of Express that is older or newer than all dialects. */
export function describeUnsupported(
  folder: string,
  versions: readonly ExpressVersion[],
): string | undefined {
  const found = versions.find(({ unsupported }) => unsupported !== undefined)
  if (found === undefined) return undefined
  const advice =
    found.unsupported === 'newer'
      ? 'Use --from 5 to treat it as one of 5.x.'
      : 'Move it to Express 3 first, or use --from 3 to treat it as one of 3.x.'
  return (
    `${nameVersion(folder, found)}, and this command reads programs for Express 3, 4 and 5. ` +
    `${advice} Nothing was changed.`
  )
}

/** How many places of the code the message names. */
const SHOWN = 3

/**
 * The question that is left if the code of a program does not run on the version of Express that it
 * asks for. If other code only runs on that version, the program is on its way to it.
 */
export function describeConflict(
  folder: string,
  versions: readonly ExpressVersion[],
  evidence: readonly Evidence[],
): string | undefined {
  const against = evidence.filter(({ dialect, span }) => !contains(span, dialect))
  const [first] = against
  if (first === undefined) return undefined
  const { dialect } = first
  const isOnItsWay = evidence.some(
    ({ span }) => contains(span, dialect) && against.some((each) => isApart(span, each.span)),
  )
  if (isOnItsWay) return undefined
  const version = versions.find((each) => each.dialect === dialect)
  const wanted = nearest(
    against.map(({ span }) => span),
    dialect,
  )
  const places = against.slice(0, SHOWN).map(({ file, node, code, span }) => {
    const { line } = positionAt(file.text, node.start)
    return `\n  ${showPath(folder, file.path)}:${line}  ${code}, ${runsIn(span)}`
  })
  const more = against.length > SHOWN ? `\n  and ${against.length - SHOWN} more` : ''
  return (
    `${nameVersion(folder, version)}, so it is ${dialect}.x, but the code is not of ${dialect}.x:` +
    `${places.join('')}${more}\n` +
    `Say which version the code was written for: --from ${wanted}, or --from ${dialect} if it is ` +
    `${dialect}.x all the same. Nothing was changed.`
  )
}

type Span = Evidence['span']

function contains([oldest, newest]: Span, dialect: Dialect): boolean {
  return oldest <= dialect && dialect <= newest
}

function isApart(one: Span, other: Span): boolean {
  return one[0] > other[1] || other[0] > one[1]
}

/** The dialect nearest to another one in which all of the code runs. */
function nearest(spans: readonly Span[], dialect: Dialect): string {
  const oldest = Math.max(...spans.map(([from]) => from))
  const newest = Math.min(...spans.map(([, to]) => to))
  if (oldest > newest) return '3, 4 or 5'
  return String(Math.min(Math.max(dialect, oldest), newest))
}

function runsIn([oldest, newest]: Span): string {
  if (newest === 5) return oldest === 5 ? 'which only 5.x has' : `new in ${oldest}.x`
  return `gone in ${newest + 1}.x`
}

function nameVersion(folder: string, version: ExpressVersion | undefined): string {
  const { range, path, installed } = version ?? {}
  const place = path === undefined ? 'package.json' : showPath(folder, path)
  const asked =
    range === undefined
      ? 'no package.json names a version of Express'
      : `${place} asks for Express "${range}"`
  if (installed !== undefined && version?.isInstalled) return `${asked}, ${installed} is installed`
  return range === undefined ? `${asked}, and 4.x is the default` : asked
}
