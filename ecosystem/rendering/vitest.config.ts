import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// The tests of this folder alone; ecosystem/applications/vitest.config.ts has them too.
export default defineConfig({
  test: {
    include: ['ecosystem/rendering/*.test.ts'],
    globalSetup: 'ecosystem/rendering/install.ts',
    // Node cannot always end a thread that has started processes, and then the run would not end.
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    reporters: [new CountingReporter()],
  },
})
