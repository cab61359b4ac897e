import { afterAll, describe, it } from 'vitest'
import { missingPrograms, startRealParts } from './real-parts.ts'

// The tests of the application again, with PostgreSQL and Redis instead of the embedded default.
// operations.test.ts is about that default; faults/ and deploy/ test the rest on these parts.
const missing = missingPrograms(['postgres', 'initdb', 'pg_isready', 'redis-server'])

if (missing) {
  it.skip(`the application on PostgreSQL and Redis (${missing})`, () => {})
} else {
  const parts = await startRealParts()
  Object.assign(process.env, parts.env)
  afterAll(async () => {
    for (const name of Object.keys(parts.env)) delete process.env[name]
    await parts.release()
  })
  describe.each(['journey', 'api', 'security', 'attachments', 'browser'])(
    'on PostgreSQL and Redis: %s',
    async (name) => {
      await import(`./${name}.test.ts`)
    },
  )
}
