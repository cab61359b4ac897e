import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// The tests run the built command with packed packages, as its users do: `npm test` builds it first.
export default defineConfig({
  test: {
    include: ['test/*.test.ts'],
    // Node cannot always end a thread that has started processes, and then the run would not end.
    pool: 'forks',
    reporters: [new CountingReporter()],
    // npm installs the packages of each project.
    testTimeout: 400_000,
    hookTimeout: 400_000,
  },
})
