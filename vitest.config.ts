import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { CountingReporter } from './tools/counting-reporter.ts'
import { isGate } from './tools/gate.ts'
import { lateModules } from './tools/late-modules.ts'
import { useOwnTemporaryFolder } from './tools/temporary-folder.ts'

useOwnTemporaryFolder()

// conformance/ and examples/ use the package as its users do: built, loaded by Node itself.
const builtPackage = { deps: { external: [/\/packages\/webapp\/dist\//] } }

/** Load, crowds and clusters: they take seconds each, and run with `npm run test:slow` and in CI. */
const slow = [
  'packages/webapp/test/hardening/load.test.ts',
  'packages/webapp/test/http2/storm.test.ts',
  'packages/webapp/test/live/ws.crowd.test.ts',
  'packages/webapp/test/api/router.use.deep.test.ts',
  'packages/webapp/test/api/webapp.static.slow-clients.test.ts',
  'packages/webapp/test/ops/{deadline.patience,shed.overload}.test.ts',
  'examples/cluster/*.test.ts',
  'bench/test/{harness,compile.large}.test.ts',
  'examples/contract/client.test.ts',
  'examples/everywhere/runtimes.test.ts',
  'tools/test/conclude.test.ts',
  'tools/test/release-flow.test.ts',
  'tools/test/renamed-copy.test.ts',
]

/** Tests that are long for what they add to others, so that only the gate leaves them out. */
const long =
  isGate && !process.env.WEBAPP_SHORTCUTS
    ? [
        'packages/webapp/test/contract/reference{,.page}.test.ts',
        'packages/webapp/test/hardening/in-process.test.ts',
        'packages/webapp/test/live/browser.test.ts',
        'packages/webapp/test/unit/dialects/v3/middleware/multipart.limits.test.ts',
        'conformance/fuzz-{bodies,files}-*.test.ts',
      ]
    : []

/** Properties with a fixed seed: the gate tries a tenth of their cases. */
const properties = [
  'packages/webapp/test/contract/agreement.test.ts',
  'packages/webapp/test/api/{app.methodNotAllowed,app.url,turns}.random.test.ts',
  'packages/webapp/test/unit/**/{*.index-and-scan,linear-regexp,plain-pairs,segments,target}.test.ts',
]

/** Tests of the responses and bodies that bypass Node's streams: all of them run again in CI. */
const shortcuts = [
  'framing',
  'patched-responses',
  ...(isGate ? ['body.chain'] : ['body.*', 'unread-requests']),
].map((name) => `packages/webapp/test/api/${name}.test.ts`)

export default defineConfig({
  test: {
    pool: 'threads',
    // Tests wait for sockets and timers, so there are more workers than cores.
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    // Notices are tested through the event that they are; on standard error they are noise here.
    env: { NO_DEPRECATION: 'webapp' },
    reporters: [new CountingReporter()],
    // Times are a safety net: tests wait for events, and the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A worker in which every test waits in vain must not keep CI for an hour.
    bail: 200,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    projects: [
      {
        extends: true,
        plugins: [lateModules()],
        test: {
          name: 'webapp',
          include: ['packages/webapp/test/**/*.test.ts'],
          exclude: ['packages/webapp/test/{hardening,shortcuts-off}/**', ...slow, ...long],
        },
      },
      {
        extends: true,
        test: {
          name: 'hardening',
          include: ['packages/webapp/test/hardening/*.test.ts'],
          exclude: [...slow, ...long],
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['conformance/**/*.test.ts'],
          exclude: long,
          // The originals give a notice once for each process: no file may find it given already.
          isolate: true,
          server: builtPackage,
        },
      },
      {
        extends: true,
        test: {
          name: 'examples',
          include: ['examples/**/*.test.{ts,js}'],
          // The application has a configuration of its own: it needs servers and a browser.
          exclude: [...slow, 'examples/notes/**', '**/node_modules/**'],
          server: builtPackage,
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: ['bench/test/*.test.ts'],
          exclude: slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'ecosystem',
          include: ['ecosystem/test/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['tools/test/*.test.ts'],
          exclude: slow,
        },
      },
      {
        extends: true,
        plugins: [lateModules()],
        test: {
          name: 'shortcuts-off',
          include: ['packages/webapp/test/shortcuts-off/*.test.ts', ...shortcuts],
          env: { WEBAPP_SHORTCUTS: 'off' },
        },
      },
      {
        extends: true,
        plugins: [lateModules()],
        test: {
          name: 'slow',
          include: [...slow, ...properties],
          server: builtPackage,
          env: { ALL_RUNS: 'yes' },
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-fuzz',
          isolate: true,
          include: ['conformance/fuzz-*.test.ts'],
          exclude: ['conformance/fuzz-oracles.test.ts'],
          server: builtPackage,
          env: { FUZZ_CASES: '10000', TESTS: 'all' },
        },
      },
    ],
    coverage: {
      // CI measures it in its run of the gate.
      enabled: Boolean(process.env.COVERAGE),
      provider: 'v8',
      include: ['packages/webapp/src/**/*.ts'],
      exclude: ['packages/webapp/src/types/**', 'packages/webapp/src/*.ts'],
      reporter: ['text', 'json-summary'],
      // CI runs failed tests again, and still measures.
      reportOnFailure: true,
      thresholds: {
        'packages/webapp/src/router/**': { lines: 95 },
        'packages/webapp/src/request/**': { lines: 95 },
        'packages/webapp/src/response/**': { lines: 95 },
        'packages/webapp/src/app/**': { lines: 95 },
      },
    },
  },
})
