import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// Apart from the tests of webapp: these start browsers, PostgreSQL, Redis and nginx.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/template.ts',
    pool: 'forks',
    // Each file has a database of its own in its process, which takes some hundred megabytes, or a
    // service of several processes and its load.
    maxWorkers: 1,
    // The package as its users load it: built, by Node itself.
    server: { deps: { external: [/\/packages\/webapp\/dist\//] } },
    // Times are a safety net: tests wait for events, and the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    reporters: [new CountingReporter()],
  },
})
