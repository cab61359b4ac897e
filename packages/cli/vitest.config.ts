import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// The tests start the built command line, as its users do: `npm test` builds it first.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Node cannot always end a thread that has started processes, and then the run would not end.
    pool: 'forks',
    // Each file starts processes of its own.
    maxWorkers: 2,
    reporters: [new CountingReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
})
