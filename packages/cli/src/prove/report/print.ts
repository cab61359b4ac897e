import { type HarmlessRow, plural, type RowVerdict, type Verdict } from './verdict.ts'

/** Places of one row, and places of computed names, that are printed. */
const MOST_PLACES = 8

/** What the terminal shows. */
export function printVerdict(
  verdict: Verdict,
  { showsMembers }: { showsMembers: boolean },
): string {
  const { installed, modelled } = verdict
  const lines = [`webapp prove: ${headline(verdict)}`, `  read ${describeSources(verdict)}`]
  if (installed !== undefined && installed !== modelled) {
    lines.push(`  Express ${installed} is installed, and webapp is compared with ${modelled}`)
  }
  if (showsMembers) lines.push('', ...memberTable(verdict))
  for (const row of verdict.rows) lines.push('', ...describeRow(row))
  if (verdict.harmless.length > 0) lines.push('', ...describeHarmless(verdict.harmless))
  lines.push(...describeUnknown(verdict), ...describeUnread(verdict))
  return lines.join('\n')
}

/** Such as "41 members of Express 4, no difference concerns you". */
export function headline({ reached, dialects, to, rows }: Verdict): string {
  const versions = [...dialects].sort().join(' and ')
  const move = to === undefined ? '' : `, on the way to ${to}.x`
  const members = `${plural(reached.length, 'member')} of Express ${versions}${move}`
  if (rows.length === 0) return `${members}, no difference concerns you`
  const places = rows.reduce((sum, row) => sum + row.places.length, 0)
  const verb = rows.length === 1 ? 'concerns' : 'concern'
  return `${members}, ${plural(rows.length, 'difference')} ${verb} you in ${plural(places, 'place')}`
}

function describeSources({ fileCount, testCount, packages, folder }: Verdict): string {
  const files = packages.reduce((sum, each) => sum + each.fileCount, 0)
  const tests = testCount === 0 ? '' : ` (not ${plural(testCount, 'file')} of tests)`
  const used =
    packages.length === 0
      ? ''
      : `, and ${plural(files, 'file')} of ${plural(packages.length, 'package')} that it uses`
  return `${plural(fileCount, 'file')} in ${folder}${tests}${used}`
}

function memberTable({ members }: Verdict): string[] {
  const shown = members.filter(({ origin }) => origin === 'express')
  const rows = shown.map((each) => {
    const place = `${each.file}:${each.line}:${each.column}`
    const source = each.package === undefined ? '' : ` (${each.package})`
    const doubt = each.isSure ? '' : 'probably'
    return [each.member, String(each.count), `${place}${source}`, doubt]
  })
  rows.sort(([one = ''], [other = '']) => (one < other ? -1 : one > other ? 1 : 0))
  return columns([['member', 'uses', 'first place', ''], ...rows])
}

function describeRow({ row, member, words, places }: RowVerdict): string[] {
  const width = Math.max(...words.map(([side]) => side.length))
  const shown = places.slice(0, MOST_PLACES)
  const lines = [
    `${row}  ${member}`,
    ...words.map(([side, text]) => `  ${side.padEnd(width)}  ${text}`),
    ...shown.map((place) => {
      const { file, line, column, isSure, advice } = place
      const source = place.package === undefined ? '' : ` (${place.package})`
      // The row may be about several members.
      const name = place.member === member ? '' : `${place.member}  `
      return `  ${file}:${line}:${column}${source}  ${name}${isSure ? '' : 'probably: '}${advice}`
    }),
  ]
  const more = places.length - shown.length
  return more === 0 ? lines : [...lines, `  … and ${more} more, which --json lists`]
}

function describeHarmless(rows: readonly HarmlessRow[]): string[] {
  const names = rows.map(({ row }) => row).join(', ')
  return [
    `${plural(rows.length, 'row')} about members that the program reaches ` +
      `${rows.length === 1 ? 'needs' : 'need'} nothing; --json says why:`,
    `  ${names}`,
  ]
}

function describeUnknown({ unknown, packages }: Verdict): string[] {
  const own = unknown.filter((each) => each.package === undefined)
  const others = unknown.length - own.length
  const minified = packages.filter(({ isMinified }) => isMinified).map(({ name }) => name)
  const lines: string[] = []
  if (own.length > 0) {
    const shown = own.slice(0, MOST_PLACES)
    lines.push('', 'Cannot be known, because the program computes the name of the member:')
    for (const { file, line, column, code } of shown)
      lines.push(`  ${file}:${line}:${column}  ${code}`)
    if (own.length > shown.length) lines.push(`  … and ${own.length - shown.length} more`)
  }
  if (others > 0) {
    const names = [...new Set(unknown.flatMap((each) => each.package ?? []))]
    const where = `${plural(others, 'place')} of ${names.join(', ')}`
    lines.push('', `Cannot be known: the names of members in ${where}; --json lists them`)
  }
  if (minified.length > 0) {
    lines.push('', `Only a part is known of packages with shortened names: ${minified.join(', ')}`)
  }
  return lines
}

function describeUnread({ unread }: Verdict): string[] {
  if (unread.length === 0) return []
  return ['', 'Not read:', ...unread.map(({ name, reason }) => `  ${name}  ${reason}`)]
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_each, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  )
  return rows.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd(),
  )
}
