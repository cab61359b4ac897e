import type { DialectName } from '../harness/dialects.ts'

/** One difference between the dialects, as docs/dialects.md shows it. */
export interface Entry {
  readonly id: string
  readonly member: string
  /** The program that shows the difference. */
  readonly code: string
  readonly rows: readonly Row[]
  /** Files below packages/webapp/src, each with the name of a member or policy after '#'. */
  readonly homes: readonly string[]
  readonly scenarios: readonly string[]
}

/** What the program does on one side. */
export interface Row {
  /** A dialect, such as `3.x`, or our package where it differs from it, such as `webapp/v3`. */
  readonly side: string
  /** Ids in docs/differences.md that allow our package to differ; empty for a dialect. */
  readonly excuses: readonly string[]
  readonly behaviour: string
  readonly prints: readonly string[]
}

/** What each side prints in each entry: `results[id][side]`. */
export type Results = Record<string, Record<string, readonly string[]>>

export const pageUrl = new URL('../../docs/dialects.md', import.meta.url)

export const dialectNames: readonly DialectName[] = ['3.x', '4.x', '5.x']

const indexBounds = /(?<=<!-- index: [^\n]* -->\n).*(?=<!-- end of index -->)/s

export function readEntries(page: string): Entry[] {
  return page
    .split(/^(?=### )/m)
    .filter((section) => section.startsWith('### '))
    .map(readEntry)
}

export function rowOf(entry: Entry, side: string): Row | undefined {
  return entry.rows.find((row) => row.side === side)
}

/** The page with other results, and with an index that fits them. */
export function writeResults(page: string, results: Results): string {
  let id = ''
  const lines = page.split('\n').map((line) => {
    if (line.startsWith('### ')) id = line.slice(4)
    const row = readRow(line)
    const prints = row && results[id]?.[row.side]
    return prints ? `| ${[...cellsOf(line).slice(0, 2), showPrints(prints)].join(' | ')} |` : line
  })
  const written = lines.join('\n')
  return written.replace(indexBounds, () => renderIndex(readEntries(written)))
}

export function readIndex(page: string): string | undefined {
  return indexBounds.exec(page)?.[0]
}

/** A table of all entries that says which move from one dialect to the next each one affects. */
export function renderIndex(entries: readonly Entry[]): string {
  const lines = entries.map((entry) => {
    const link = `[${entry.id}](#${entry.id.toLowerCase()})`
    const moves = [showMove(entry, '3.x', '4.x'), showMove(entry, '4.x', '5.x')]
    return `| ${[link, entry.member, ...moves].join(' | ')} |\n`
  })
  return `\n| id | member | 3.x to 4.x | 4.x to 5.x |\n|---|---|---|---|\n${lines.join('')}\n`
}

function showMove(entry: Entry, from: DialectName, to: DialectName): string {
  const [before, after] = [rowOf(entry, from), rowOf(entry, to)]
  return String(before?.prints) === String(after?.prints) ? 'same' : '**changes**'
}

function readEntry(section: string): Entry {
  const line = (start: string) =>
    section.split('\n').find((candidate) => candidate.startsWith(start)) ?? ''
  return {
    id: line('### ').slice(4),
    member: line('**').slice(2, -2),
    code: /^```js\n(.*?)^```$/ms.exec(section)?.[1] ?? '',
    rows: section.split('\n').flatMap((candidate) => readRow(candidate) ?? []),
    homes: quoted(line('Home: ')),
    scenarios: quoted(line('Scenarios: ')),
  }
}

function readRow(line: string): Row | undefined {
  const [label = '', behaviour = '', prints = ''] = cellsOf(line)
  const [, side, excuses = ''] = /^(\d\.x|webapp(?:\/v\d)?)(?: \((.*)\))?$/.exec(label) ?? []
  if (side === undefined) return undefined
  return { side, excuses: excuses.match(/[^, ]+/g) ?? [], behaviour, prints: readPrints(prints) }
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1)
  return cells.map((cell) => cell.trim())
}

function quoted(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '')
}

function showPrints(prints: readonly string[]): string {
  if (prints.length === 0) return 'nothing'
  return prints.map((line) => `\`${line.replaceAll('|', '\\|')}\``).join('<br>')
}

function readPrints(cell: string): string[] {
  if (!cell.startsWith('`')) return []
  const lines = cell.slice(1, -1).split('`<br>`')
  return lines.map((line) => line.replaceAll('\\|', '|'))
}
