import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Dialect } from '../../src/migrate/flow/values.ts'
import { type Migration, planChanges } from '../../src/migrate/migrate.ts'
import type { Target } from '../../src/migrate/rules/context.ts'

/** A folder with files, which is removed after the test. */
export function createProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

export function readProject(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

interface Options {
  readonly target?: Target
  readonly from?: Dialect
  readonly isBold?: boolean
}

/** Plans the migration of a program of one or several files. */
export function plan(
  source: string | Readonly<Record<string, string>>,
  { target = '5', from = 4, isBold = false }: Options = {},
): Migration & { text(name?: string): string; reports: string[]; rewrites: string[] } {
  const files = typeof source === 'string' ? { 'app.js': source } : source
  const folder = join(tmpdir(), 'no-such-folder')
  const sources = Object.entries(files).map(([name, text]) => [join(folder, name), text] as const)
  const migration = planChanges(folder, new Map(sources), { target, from, isBold })
  const texts = new Map(migration.changes.map(({ file, text }) => [file.path, text]))
  return {
    ...migration,
    text: (name = 'app.js') => texts.get(join(folder, name)) ?? files[name] ?? '',
    reports: migration.reported.map(({ id }) => id),
    rewrites: migration.rewritten.map(({ id }) => id),
  }
}
