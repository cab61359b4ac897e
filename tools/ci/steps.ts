/** A part of CI. */
export interface Step {
  readonly name: string
  /** Whether its output ends with the count of its tests. */
  readonly hasTests: boolean
  /** A safety net for a step that hangs. */
  readonly minutes: number
  /** A command line that any shell understands. */
  readonly command: string
  readonly env?: Readonly<Record<string, string>>
  /** The Node that runs it: 24, or by turns 20 and 26; else that of the machine. */
  readonly node?: '24' | 'other'
  /** Neighbours with the same name here run at the same time: most of their time they wait for npm. */
  readonly group?: string
  /** Programs without which a part of its tests is skipped. */
  readonly programs?: readonly ProgramName[]
}

export type ProgramName = 'chromium' | 'nginx' | 'postgres' | 'redis-server'

export type Tier = 'ci' | 'nightly'

const site =
  'npx tsx site/docs.ts --build && npx tsc -p site && npx vitest run --config site/vitest.config.ts'

/**
 * `ci` is what every change waits for, at most 25 minutes on two cores (docs/decisions/0026). The rest
 * is `nightly`. A step is in exactly one of them, and both together are everything that has to hold.
 */
export const tiers: Readonly<Record<Tier, readonly Step[]>> = {
  ci: [
    // What differs between dialects in every dialect, the rest in the newest one (tools/gate.ts).
    {
      name: 'gate',
      hasTests: true,
      minutes: 12,
      command: 'npm test',
      node: '24',
      programs: ['chromium', 'nginx'],
    },
    { name: 'types', hasTests: false, minutes: 10, command: 'npm run --silent check' },
    { name: 'lint', hasTests: false, minutes: 10, command: 'npm run --silent lint' },
    // This step removes and builds the package, so nothing runs beside it. Those after it must not
    // build the package again under the feet of their neighbours.
    { name: 'package', hasTests: false, minutes: 12, command: 'npm run --silent check:package' },
    {
      name: 'cli',
      hasTests: true,
      minutes: 25,
      command: 'npx tsx packages/cli/test/run.ts',
      group: 'users',
      programs: ['chromium'],
    },
    {
      name: 'samples',
      hasTests: true,
      minutes: 15,
      command: 'npx tsx tools/samples/main.ts',
      group: 'users',
    },
    {
      name: 'site',
      hasTests: true,
      minutes: 25,
      command: site,
      group: 'users',
      programs: ['chromium'],
    },
    {
      name: 'runtimes',
      hasTests: true,
      minutes: 6,
      command: 'npx tsx tools/runtimes/main.ts --only node18,node26,bun,deno,workerd',
      group: 'users',
    },
  ],
  nightly: [
    // Every test in every dialect, and the lines that tests reach.
    {
      name: 'tests',
      hasTests: true,
      minutes: 30,
      command: 'npm test',
      env: { COVERAGE: '1', TESTS: 'all' },
      node: '24',
      programs: ['chromium', 'nginx'],
    },
    {
      name: 'slow',
      hasTests: true,
      minutes: 20,
      command: 'npm run --silent test:slow',
      node: 'other',
      programs: ['nginx'],
    },
    {
      name: 'shortcuts-off',
      hasTests: true,
      minutes: 15,
      command: 'npm run --silent test:shortcuts-off',
      node: 'other',
    },
    {
      name: 'ecosystem',
      hasTests: true,
      minutes: 15,
      command: 'npx tsx ecosystem/run.ts',
      group: 'packages',
    },
    {
      name: 'bundles',
      hasTests: true,
      minutes: 15,
      command: 'npx tsx tools/bundles/run.ts',
      group: 'packages',
    },
    {
      name: 'applications',
      hasTests: true,
      minutes: 15,
      command: 'npx vitest run --config ecosystem/applications/vitest.config.ts',
      group: 'packages',
      programs: ['chromium', 'redis-server'],
    },
    // Every template of create-webapp; the step `cli` takes those that the others are made of.
    {
      name: 'templates',
      hasTests: true,
      minutes: 25,
      command: 'npx tsx packages/cli/test/run.ts',
      env: { TESTS: 'all' },
      programs: ['chromium'],
    },
    // Every page of the site in a browser; the step `site` leaves out records of decisions.
    {
      name: 'pages',
      hasTests: true,
      minutes: 25,
      command: site,
      env: { TESTS: 'all' },
      programs: ['chromium'],
    },
    // Servers and processes that stop and come back: alone, because of their load.
    {
      name: 'notes',
      hasTests: true,
      minutes: 12,
      command: 'npx vitest run --config examples/notes/vitest.config.ts',
      programs: ['chromium', 'nginx', 'postgres', 'redis-server'],
    },
    // The gate of a clone in which the packages have their proposed names.
    {
      name: 'renamed',
      hasTests: true,
      minutes: 25,
      command: 'npx tsx tools/release/try-rename.ts',
      programs: ['chromium', 'nginx'],
    },
    {
      name: 'registry',
      hasTests: true,
      minutes: 30,
      command: 'npm run --silent test:registry',
    },
  ],
}
