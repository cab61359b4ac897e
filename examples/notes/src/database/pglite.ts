import { mkdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'

/** PostgreSQL in WebAssembly, in this process. Two processes would destroy the data of one folder. */
export async function openPglite(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  const pglite = await PGlite.create(folder).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  return {
    query: async (sql, parameters) => (await pglite.query(sql, copy(parameters))).rows as never,
    transaction: (work) =>
      pglite.transaction((inner) =>
        work({
          query: async (sql, parameters) =>
            (await inner.query(sql, copy(parameters))).rows as never,
        }),
      ),
    async close() {
      await pglite.close()
      await unlock()
    },
  }
}

function copy(parameters: readonly unknown[] | undefined): unknown[] | undefined {
  return parameters && [...parameters]
}
