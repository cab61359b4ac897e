import { defineConfig } from 'vitest/config'
import { CountingReporter } from './tools/counting-reporter.ts'
import { lateModules } from './tools/late-modules.ts'

// conformance/ and examples/ use the package as its users do: built, loaded by Node itself.
const builtPackage = { deps: { external: [/\/packages\/webapp\/dist\//] } }

export default defineConfig({
  test: {
    pool: 'threads',
    // Vitest would keep one core for itself; these tests mostly wait for sockets.
    maxWorkers: '100%',
    isolate: false,
    // Notices are tested through the event that they are; on standard error they are noise here.
    env: { NO_DEPRECATION: 'webapp' },
    reporters: [new CountingReporter()],
    projects: [
      {
        extends: true,
        plugins: [lateModules()],
        test: {
          name: 'webapp',
          include: ['packages/webapp/test/**/*.test.ts'],
          exclude: ['packages/webapp/test/hardening/**'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'hardening',
          include: ['packages/webapp/test/hardening/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['conformance/**/*.test.ts'],
          server: builtPackage,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'examples',
          include: ['examples/**/*.test.{ts,js}'],
          server: builtPackage,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: ['bench/test/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'ecosystem',
          include: ['ecosystem/test/*.test.ts'],
        },
      },
    ],
    coverage: {
      // CI measures it in the one run that it makes of all tests.
      enabled: Boolean(process.env.COVERAGE),
      provider: 'v8',
      include: ['packages/webapp/src/**/*.ts'],
      exclude: ['packages/webapp/src/types/**', 'packages/webapp/src/*.ts'],
      reporter: ['text', 'json-summary'],
      thresholds: {
        'packages/webapp/src/router/**': { lines: 95 },
        'packages/webapp/src/request/**': { lines: 95 },
        'packages/webapp/src/response/**': { lines: 95 },
        'packages/webapp/src/app/**': { lines: 95 },
      },
    },
  },
})
