import pg from 'pg'

let count = 0

/**
 * A new database on the PostgreSQL of `DATABASE_URL`, and a number of the Redis of `REDIS_URL` that
 * no other application of this process uses. Empty without these variables: the embedded default.
 */
export async function freshParts(): Promise<{ DATABASE_URL?: string; REDIS_URL?: string }> {
  const { DATABASE_URL, REDIS_URL } = process.env
  if (!DATABASE_URL || !REDIS_URL) return {}
  const at = ++count
  const name = `notes_${process.pid}_${at}`
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const database = new URL(DATABASE_URL)
  database.pathname = `/${name}`
  return { DATABASE_URL: database.href, REDIS_URL: `${REDIS_URL}/${at}` }
}
