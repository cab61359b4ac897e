import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// Apart from the tests of webapp: these install whole applications and start them.
export default defineConfig({
  test: {
    include: ['ecosystem/{applications,live,test-runners,tracing}/*.test.ts'],
    globalSetup: 'ecosystem/applications/install.ts',
    pool: 'threads',
    maxWorkers: '100%',
    testTimeout: 300_000,
    reporters: [new CountingReporter()],
  },
})
