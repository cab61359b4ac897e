import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../../tools/counting-reporter.ts'

// The tests run the built command with packed packages, as its users do: `npm test` builds it first.
export default defineConfig({
  test: {
    include: ['test/*.test.ts'],
    pool: 'threads',
    reporters: [new CountingReporter()],
    // npm installs the packages of each project.
    testTimeout: 400_000,
    hookTimeout: 400_000,
  },
})
