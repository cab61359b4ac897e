import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/*.test.ts'],
    globalSetup: 'test/support/template.ts',
    pool: 'forks',
    // Each file has a database of its own in its process, which takes some hundred megabytes.
    maxWorkers: 1,
    // The package as its users load it: built, by Node itself.
    server: { deps: { external: [/\/packages\/webapp\/dist\//] } },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
})
