import pg from 'pg'
import type { Logger } from 'pino'
import { codeOf, unavailable } from '../errors.ts'
import type { Database, Queries } from './database.ts'

interface PostgresOptions {
  readonly url: string
  readonly poolSize: number
  readonly log: Logger
}

/** A pool of connections. A lost connection is replaced by the next query that needs one. */
export function openPostgres({ url, poolSize, log }: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // Without listeners, a connection that breaks while it is idle or between two statements of a
  // transaction would end the process.
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))

  return {
    query: (sql, parameters) => run(pool, sql, parameters),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  }
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch(translate)
  let broken: Error | undefined
  try {
    await run(client, 'BEGIN')
    const result = await work({ query: (sql, parameters) => run(client, sql, parameters) })
    await run(client, 'COMMIT')
    return result
  } catch (error) {
    // A connection whose ROLLBACK fails is removed from the pool.
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

async function run<Row>(
  queryable: pg.Pool | pg.PoolClient,
  sql: string,
  parameters?: readonly unknown[],
): Promise<Row[]> {
  const result = await queryable.query(sql, parameters && [...parameters]).catch(translate)
  // The caller names the columns that its own SQL selects.
  return result.rows as Row[]
}

const INT8 = pg.types.builtins.INT8

/** Numbers of 8 bytes as numbers, as PGlite has them: ours stay far below 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (id, format) =>
  id === INT8 ? Number : pg.types.getTypeParser(id, format)

/** Throws 503 for an error of the connection, and any other error as it is. */
function translate(error: unknown): never {
  throw isConnectionError(error) ? unavailable('database', error) : error
}

/**
 * Classes 08 (connection), 53 (resources), 57P (shutdown) and 58 (system), and 25006: the server
 * became read-only. Errors of sockets have the codes of Node; the driver's own have none.
 */
const CONNECTION_CODE = /^(08...|53...|57P..|57014|58...|25006|E[A-Z_]+)$/
const DRIVER_MESSAGE = /terminated|timeout|not queryable|connection|pool after calling end/i

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === undefined ? DRIVER_MESSAGE.test(error.message) : CONNECTION_CODE.test(code)
}
