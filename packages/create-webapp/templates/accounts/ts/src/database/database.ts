import { mkdir } from 'node:fs/promises'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { lockFolder } from './lock-folder.ts'
import { migrate } from './migrate.ts'

export interface Queries {
  /** Runs one statement with parameters, and returns its rows. */
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
}

export interface Database extends Queries {
  /** Runs `work` in a transaction. An error of `work` rolls it back. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Opens the database, and brings its tables up to date. PGlite is PostgreSQL in this process: for
 * several processes, implement `Database` with the package `pg` and a server; the SQL stays.
 */
export async function openDatabase(folder: string | undefined): Promise<Database> {
  if (folder !== undefined) await mkdir(folder, { recursive: true })
  const unlock = folder === undefined ? undefined : await lockFolder(folder)
  const pglite = await PGlite.create(folder ?? 'memory://')
  const database: Database = {
    ...queriesOf(pglite),
    transaction: (work) => pglite.transaction((inner) => work(queriesOf(inner))),
    async close() {
      await pglite.close()
      await unlock?.()
    },
  }
  await migrate(database)
  return database
}

function queriesOf(connection: PGlite | Transaction): Queries {
  return {
    async query<Row>(sql: string, parameters?: unknown[]) {
      return (await connection.query<Row>(sql, parameters)).rows
    },
  }
}
