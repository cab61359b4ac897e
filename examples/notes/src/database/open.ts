import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { isUnavailable } from '../errors.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const ATTEMPTS = 60

/** Opens the database and brings its tables up to date. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const database = await connect(config, log)
  try {
    const added = await migrateWhenReady(database, log)
    if (added.length > 0) log.info({ migrations: added }, 'database migrated')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function connect(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    return openPostgres({ url: config.databaseUrl, poolSize: config.databasePool, log })
  }
  // PGlite takes time and memory to load, so only a process that uses it loads it.
  const { openPglite } = await import('./pglite.ts')
  return openPglite(join(config.dataDir, 'postgres'))
}

/** The database may start later than this process, as in a compose file. */
async function migrateWhenReady(database: Database, log: Logger): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate(database)
    } catch (error) {
      if (!isUnavailable(error) || attempt === ATTEMPTS) throw error
      log.warn({ attempt, err: error.cause }, 'database not available yet')
      await wait(1_000)
    }
  }
}
