import { renameSync, writeFileSync } from 'node:fs'
import { renderPage } from './page.ts'
import type { Report } from './report.ts'

/** Writes the files, each at once, so that a reader never sees a part of one. */
export function writeReports(files: readonly string[], create: () => Report): void {
  if (files.length === 0) return
  const report = create()
  for (const file of files) {
    const text = /\.html?$/i.test(file)
      ? renderPage(report)
      : `${JSON.stringify(report, null, 2)}\n`
    const draft = `${file}.${process.pid}.tmp`
    try {
      writeFileSync(draft, text, { mode: 0o600 })
      renameSync(draft, file)
    } catch (error) {
      console.error(`webapp shadow: cannot write the report: ${(error as Error).message}`)
    }
  }
}
