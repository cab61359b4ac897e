import { readFileSync, writeFileSync } from 'node:fs'

const page = new URL('../../docs/guide/tracing-packages.md', import.meta.url)

// The table is the only one in the page.
const table = /^\|.*\|$(?:\n\|.*\|$)*/m

export function readTable(): string | undefined {
  return table.exec(readFileSync(page, 'utf8'))?.[0]
}

export function writeTable(text: string): void {
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(table, () => text),
  )
}
