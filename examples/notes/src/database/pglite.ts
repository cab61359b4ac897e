import { mkdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from './database.ts'

/** PostgreSQL in WebAssembly, in this process. Only one process may use a folder at a time. */
export async function openPglite(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true })
  const pglite = await PGlite.create(folder)
  return {
    query: async (sql, parameters) => (await pglite.query(sql, copy(parameters))).rows as never,
    transaction: (work) =>
      pglite.transaction((inner) =>
        work({
          query: async (sql, parameters) =>
            (await inner.query(sql, copy(parameters))).rows as never,
        }),
      ),
    close: () => pglite.close(),
  }
}

function copy(parameters: readonly unknown[] | undefined): unknown[] | undefined {
  return parameters && [...parameters]
}
