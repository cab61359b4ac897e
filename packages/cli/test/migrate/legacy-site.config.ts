import { defineConfig } from 'vitest/config'

/** For the copy of examples/legacy-site. */
export default defineConfig({
  test: { include: ['legacy-site.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
})
