import { relative, sep } from 'node:path'
import { VERBS } from '../../migrate/flow/members.ts'
import type { Dialect } from '../../migrate/flow/values.ts'
import { LEDGER } from '../../migrate/ledger.ts'
import { showPath } from '../../migrate/output/summary.ts'
import { rowName } from '../inventory/surface.ts'
import type {
  ComputedReport,
  FindingReport,
  MemberReport,
  Place,
  Reports,
} from '../packages/reports.ts'
import type { PackageManifest } from '../packages/resolve.ts'
import type { Proof } from '../prove.ts'
import { DIFFERENCES } from '../rows/differences.ts'
import { changesBetween, differsIn, LEDGERS } from '../rows/ledgers.ts'
import { REFUSED_PATH, REFUSED_PATH_WORDS } from '../rows/refused-paths.ts'
import { SILENT_MOVES } from '../rows/silent-moves.ts'

/** Where something is: a file from the folder on, and the package of the file. */
interface Source {
  readonly file: string
  /** `name@version`; absent for the program itself. */
  readonly package?: string
}

type Shown<Report extends Place> = Omit<Report, 'file'> & Source

/** A row, and the places that it concerns. */
export interface RowVerdict {
  readonly row: string
  readonly member: string
  /** What both sides do, by their names. */
  readonly words: readonly (readonly [side: string, words: string])[]
  readonly places: readonly Shown<FindingReport>[]
}

/** A row about members that the program reaches, in a way that needs nothing. */
export interface HarmlessRow {
  readonly row: string
  readonly members: readonly string[]
  readonly why: string
}

export interface Verdict {
  readonly folder: string
  readonly dialects: readonly Dialect[]
  readonly to: Dialect | undefined
  /** The installed release of Express, and the one whose interface its dialect has. */
  readonly installed: string | undefined
  readonly modelled: string
  readonly fileCount: number
  readonly testCount: number
  readonly members: readonly Shown<MemberReport>[]
  /** The names of the members of Express that are reached. */
  readonly reached: readonly string[]
  readonly rows: readonly RowVerdict[]
  readonly harmless: readonly HarmlessRow[]
  readonly unknown: readonly Shown<ComputedReport>[]
  readonly packages: readonly {
    readonly name: string
    readonly fileCount: number
    readonly isFromCache: boolean
    readonly isMinified: boolean
  }[]
  /** Packages and files that were not read, with the reason. */
  readonly unread: readonly { readonly name: string; readonly reason: string }[]
}

export function createVerdict(proof: Proof): Verdict {
  const { program, reports, packages, unread, to } = proof
  const { folder, dialect } = program
  const all: readonly { reports: Reports; manifest?: PackageManifest }[] = [
    { reports },
    ...packages.map(({ reading, manifest }) => ({ reports: reading, manifest })),
  ]
  const show = <Report extends Place>(list: (reports: Reports) => readonly Report[]) =>
    all.flatMap(({ reports: each, manifest }) =>
      list(each).map((report) => ({ ...report, ...sourceOf(folder, report, manifest) })),
    )
  const members = show((each) => each.members)
  const reached = [
    ...new Set(members.filter(({ origin }) => origin === 'express').map(({ member }) => member)),
  ].sort()
  const rows = rowsOf(
    show((each) => each.findings),
    { from: dialect, to },
  )
  return {
    folder,
    dialects: program.dialects,
    to,
    installed: program.installed,
    modelled: LEDGERS.releases[`${dialect}.x`] ?? '',
    fileCount: program.files.length,
    testCount: program.testCount,
    members,
    reached,
    rows,
    harmless: harmlessRows(members, { from: dialect, to }, new Set(rows.map(({ row }) => row))),
    unknown: show((each) => each.computed),
    packages: packages.map(({ manifest, reading, isFromCache }) => {
      const { fileCount, isMinified } = reading
      return { name: nameOf(manifest), fileCount, isFromCache, isMinified }
    }),
    unread: [
      ...program.skipped.map((path) => ({
        name: showPath(folder, path),
        reason: 'does not parse',
      })),
      ...unread.map((manifest) => ({ name: nameOf(manifest), reason: 'too many packages' })),
      ...packages.flatMap(({ manifest, reading: { left } }) =>
        left.length === 0
          ? []
          : {
              name: nameOf(manifest),
              reason: `${plural(left.length, 'file')} over the bounds or with errors`,
            },
      ),
    ],
  }
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

function nameOf({ name, version }: PackageManifest): string {
  return `${name}@${version}`
}

/** Paths of packages outside of the folder start with their name. */
function sourceOf(folder: string, { file }: Place, manifest: PackageManifest | undefined): Source {
  if (manifest === undefined) return { file: showPath(folder, file) }
  const inside = relative(manifest.folder, file).split(sep).join('/')
  return { file: `${manifest.name}/${inside}`, package: nameOf(manifest) }
}

interface Move {
  readonly from: Dialect
  readonly to: Dialect | undefined
}

function rowsOf(findings: readonly Shown<FindingReport>[], move: Move): RowVerdict[] {
  const rows = new Map<string, Shown<FindingReport>[]>()
  for (const each of findings) rows.set(each.row, [...(rows.get(each.row) ?? []), each])
  return [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([row, places]) => {
      const member = LEDGERS.dialects[row]?.member ?? [...new Set(places.map(memberOf))].join(', ')
      const sure = [...places].sort((one, other) => Number(other.isSure) - Number(one.isSure))
      return { row, member, words: wordsOf(row, move), places: sure }
    })
}

function memberOf({ member }: { readonly member: string }): string {
  return member
}

function wordsOf(row: string, { from, to }: Move): RowVerdict['words'] {
  if (row === REFUSED_PATH) return REFUSED_PATH_WORDS
  const difference = LEDGERS.differences[row]
  if (difference !== undefined) {
    return [
      ['Express', difference.express],
      ['webapp', difference.webapp],
    ]
  }
  return [from, to ?? from].map((dialect) => [`${dialect}.x`, behaviourOf(row, `${dialect}.x`)])
}

/** What a dialect does. The page says "As 3.x." where it stays the same. */
function behaviourOf(row: string, dialect: string): string {
  const text = LEDGERS.dialects[row]?.behaviour[dialect] ?? ''
  const [, older, more = ''] = /^As ([34]\.x)\.(.*)$/.exec(text) ?? []
  return older === undefined || older >= dialect ? text : behaviourOf(row, older) + more
}

/** Rows about members that are reached, in forms that need nothing. */
function harmlessRows(
  members: readonly MemberReport[] | readonly Shown<MemberReport>[],
  { from, to }: Move,
  concerning: ReadonlySet<string>,
): HarmlessRow[] {
  const names = new Set(members.map(({ member }) => rowName(member)))
  const rows = Object.entries(DIFFERENCES).map(([row, { members: about, why }]) => ({
    row,
    members: about.filter((each) => names.has(each)),
    why,
  }))
  const differing = rows.filter(({ row }) => differsIn(row, to ?? from))
  const moved = to === undefined ? [] : movedRows(names, from, to)
  return [...differing, ...moved].filter(
    ({ row, members: about }) => about.length > 0 && !concerning.has(row),
  )
}

function movedRows(names: ReadonlySet<string>, from: Dialect, to: Dialect): HarmlessRow[] {
  return Object.entries(LEDGERS.dialects).flatMap(([row, { member }]) => {
    if (!changesBetween(row, from, to)) return []
    const { how = '', treatment } = LEDGER[row] ?? {}
    const isSilent = treatment === 'nothing to do'
    const about = (SILENT_MOVES[row] ?? membersIn(member)).filter((each) => names.has(each))
    return { row, members: about, why: isSilent ? how : 'no place has the form that changes' }
  })
}

/** The members that the words of a ledger name: `app.param(fn)`, `res.send(status)`. */
function membersIn(words: string): string[] {
  const found = [...words.matchAll(/\b(app|router|express|req|res)\.(\w+)/g)]
  return [
    ...new Set(
      found.map(([, owner, name = '']) => `${owner}.${VERBS.has(name) ? 'METHOD' : name}`),
    ),
  ]
}
