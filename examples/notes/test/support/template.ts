import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/database/migrate.ts'
import { openPglite } from '../../src/database/pglite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a migrated database without data. */
    template: string
  }
}

/** PGlite needs seconds to create a database, and much less to open a copy of one. */
export default async function createTemplate(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-template-'))
  const database = await openPglite(folder)
  await migrate(database)
  await database.close()
  project.provide('template', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
