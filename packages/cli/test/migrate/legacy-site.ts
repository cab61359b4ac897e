import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { planMigration } from '../../src/migrate/migrate.ts'
import { writeAll } from '../../src/migrate/output/write.ts'
import { positionAt } from '../../src/migrate/syntax/source-file.ts'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const cli = join(root, 'packages/cli')

/** What a person does about the spots that are reported. */
const byHand = [
  {
    id: 'D-074',
    file: 'field-notes.js',
    from: 'res.redirect(303, String(notes.length))',
    to: 'res.redirect(303, `$' + '{req.baseUrl}/$' + '{notes.length}`)',
  },
  {
    id: 'D-074',
    file: 'field-notes.js',
    from: 'res.redirect(301, req.params.id)',
    to: 'res.redirect(301, `$' + '{req.baseUrl}/$' + '{req.params.id}`)',
  },
  {
    id: 'D-060',
    file: 'legacy-site.js',
    from: "router.delete('/api/plants/:plant', endpoints.remove, endpoints.failed)",
    to: "router.delete('/api/plants/:plant', endpoints.remove, endpoints.failed)\n  router.use('/api', endpoints.failed)",
  },
]

/** A copy of examples/legacy-site, inside of the package, so that it finds the packages that replace middleware of 3.x. */
export function copySite(): string {
  const folder = mkdtempSync(join(cli, 'test/legacy-site-'))
  cpSync(join(root, 'examples/legacy-site'), folder, {
    recursive: true,
    // Entity tags of files contain their time.
    preserveTimestamps: true,
    filter: (path) => !path.includes('node_modules'),
  })
  return folder
}

type Plan = ReturnType<typeof planMigration>

/** Migrates the copy to 5.x, as the command does. */
export function migrateSite(folder: string): Plan {
  const plan = planMigration(folder, { target: '5' })
  writeAll(
    plan.changes.map(({ file, text }) => ({ path: file.path, before: file.text, after: text })),
    folder,
  )
  return plan
}

/** Does what a person does about the spots in the report of a migration. */
export function editByHand(folder: string, { reported }: Plan): void {
  for (const { id, file, from, to } of byHand) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    // Each of these lines is in the report.
    const lines = reported
      .filter((spot) => spot.id === id && spot.file.path === path)
      .map((spot) => spot.file.text.split('\n')[positionAt(spot.file.text, spot.start).line - 1])
    const name = from.replace('router.delete', 'app.del')
    expect(lines.some((line) => line?.includes(name))).toBe(true)
    writeFileSync(path, text.replace(from, to))
  }
}
