import { defineConfig } from 'vitest/config'
import { CountingReporter } from '../counting-reporter.ts'
import { useOwnTemporaryFolder } from '../temporary-folder.ts'

useOwnTemporaryFolder()

// npm run test:registry: releases are made and published on a registry of our own, and installed from it.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    reporters: [new CountingReporter()],
    // Times are a safety net: packages are built, published and installed.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
})
