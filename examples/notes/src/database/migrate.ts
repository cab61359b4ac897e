import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../config.ts'
import type { Database } from './database.ts'

/** Any number that other programs in the same database do not use. */
const LOCK = 7_051_993

/**
 * Runs the files of migrations/ that did not run yet, in the order of their names. Several processes
 * may start at the same time: the lock lets one of them migrate, and the others find it done.
 */
export async function migrate(database: Database): Promise<string[]> {
  const folder = join(ROOT, 'migrations')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return database.transaction(async (queries) => {
    await queries.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await queries.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)')
    const rows = await queries.query<{ name: string }>('SELECT name FROM migrations')
    const known = new Set(rows.map(({ name }) => name))
    const added = files.filter((name) => !known.has(name))
    for (const name of added) {
      for (const statement of split(await readFile(join(folder, name), 'utf8'))) {
        await queries.query(statement)
      }
      await queries.query('INSERT INTO migrations (name) VALUES ($1)', [name])
    }
    return added
  })
}

/** The statements of a file. One ends with a semicolon at the end of a line. */
function split(sql: string): string[] {
  return sql.split(/;\s*$/m).filter((statement) => statement.trim() !== '')
}
