import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// Apart from the tests of webapp: these install whole applications and start them.
export default defineConfig({
  test: {
    include: ['ecosystem/{applications,live,rendering,serverless,test-runners,tracing}/*.test.ts'],
    globalSetup: 'ecosystem/applications/install.ts',
    // Node cannot always end a thread that has started processes, and then the run would not end.
    pool: 'forks',
    maxWorkers: '100%',
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    reporters: [new CountingReporter()],
  },
})
