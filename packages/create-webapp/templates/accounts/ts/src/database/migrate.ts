import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database.ts'

const folder = join(import.meta.dirname, '..', '..', 'migrations')

/** Runs the files of migrations/ that did not run yet, in the order of their names. */
export async function migrate(database: Database): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await database.transaction(async (queries) => {
    await queries.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)')
    const rows = await queries.query<{ name: string }>('SELECT name FROM migrations')
    const known = new Set(rows.map(({ name }) => name))
    for (const name of files.filter((file) => !known.has(file))) {
      const sql = await readFile(join(folder, name), 'utf8')
      for (const statement of statements(sql)) await queries.query(statement)
      await queries.query('INSERT INTO migrations (name) VALUES ($1)', [name])
    }
  })
}

/** A statement ends with a semicolon at the end of a line. */
function statements(sql: string): string[] {
  return sql.split(/;\s*$/m).filter((statement) => statement.trim() !== '')
}
