import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// Apart from the tests of webapp: these start browsers, PostgreSQL, Redis and nginx.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    // One service at a time: each has several processes, and its load.
    fileParallelism: false,
    // Times are a safety net: tests wait for events, and the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    server: { deps: { external: [/\/packages\/webapp\/dist\//] } },
    reporters: [new CountingReporter()],
  },
})
