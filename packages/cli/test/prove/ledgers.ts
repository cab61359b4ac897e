import { readFileSync } from 'node:fs'
import { readEntries, rowOf } from '../../../../conformance/ledger/page.ts'
import type { DialectText, DifferenceText, Ledgers } from '../../src/prove/rows/ledgers.ts'

const docs = new URL('../../../../docs/', import.meta.url)

/** The copy of the ledgers that the package contains, `assets/prove/ledgers.json`. */
export const copyUrl = new URL('../../assets/prove/ledgers.json', import.meta.url)

/** The words of docs/differences.md and docs/dialects.md. */
export function readLedgers(): Ledgers {
  return { releases: readReleases(), differences: readDifferences(), dialects: readDialects() }
}

export function renderLedgers(ledgers: Ledgers): string {
  return `${JSON.stringify(ledgers, null, 2)}\n`
}

/** "on Express\n3.21.2, 4.22.3 and 5.3.0" */
function readReleases(): Record<string, string> {
  const page = readFileSync(new URL('dialects.md', docs), 'utf8')
  const [, ...versions] =
    /on Express\s+(3\.\d+\.\d+), (4\.\d+\.\d+) and (5\.\d+\.\d+)/.exec(page) ?? []
  return Object.fromEntries(versions.map((version) => [`${version[0]}.x`, version]))
}

function readDifferences(): Record<string, DifferenceText> {
  const page = readFileSync(new URL('differences.md', docs), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| W-\d+ \|/.test(line))
  return Object.fromEntries(
    rows.map((line) => {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1)
      const [id = '', dialects = '', express = '', webapp = ''] = cells.map((cell) => plain(cell))
      return [id, { dialects, express, webapp }]
    }),
  )
}

function readDialects(): Record<string, DialectText> {
  const page = readFileSync(new URL('dialects.md', docs), 'utf8')
  return Object.fromEntries(
    readEntries(page).map((entry) => {
      const sides = ['3.x', '4.x', '5.x'].flatMap((side) => rowOf(entry, side) ?? [])
      const changes = [
        ['3.x', '4.x'],
        ['4.x', '5.x'],
      ].filter(([from = '', to = '']) => {
        return String(rowOf(entry, from)?.prints) !== String(rowOf(entry, to)?.prints)
      })
      return [
        entry.id,
        {
          member: plain(entry.member),
          behaviour: Object.fromEntries(
            sides.map(({ side, behaviour }) => [side, plain(behaviour)]),
          ),
          changes: changes.map(([from, to]) => `${from} to ${to}`).join(', '),
        },
      ]
    }),
  )
}

/** A cell without what a terminal does not show: links, escapes and marks for footnotes. */
function plain(cell: string): string {
  return cell
    .trim()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\\|', '|')
    .replaceAll('°', '')
}
