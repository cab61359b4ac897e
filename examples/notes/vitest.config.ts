import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    server: { deps: { external: [/\/packages\/webapp\/dist\//] } },
    reporters: [new CountingReporter()],
  },
})
