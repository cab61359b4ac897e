import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../tools/counting-reporter.ts'

// `npm run test:site` builds the site before it runs these.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/*.test.ts'],
    // Node cannot always end a thread that has started processes, and then the run would not end.
    pool: 'forks',
    // One browser at a time: the tests of a page need the processor, not another page.
    fileParallelism: false,
    // Times are a safety net: tests wait for events, and the machine may be busy.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    server: { deps: { external: [/\/packages\/webapp\/dist\//] } },
    reporters: [new CountingReporter()],
  },
})
