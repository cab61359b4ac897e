import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { failuresIn } from './counting-reporter.ts'
import { installLocked } from './install-locked.ts'

// npm run test:steady -- [--runs 50] [--config site] [--part 1/4] [part of a file's name …]: runs every
// test file many times, every second time beside busy loops, and lists the tests that failed.

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that run at the same time and share workers, as in a run of all files. */
const BATCH = 12

/** Busy loops end by themselves, even if this process is killed. */
const MOST_LOAD = 30 * 60_000

/** A run in which no file ends for so long hangs. */
const LONGEST_SILENCE = 20 * 60_000

interface Suite {
  readonly config: string
  /** The folder in which Vitest is started. */
  readonly folder?: string
  /** What has to be built before its tests. */
  prepare?(): void
}

const suites: readonly Suite[] = [
  { config: 'vitest.config.ts' },
  {
    config: 'packages/cli/vitest.config.ts',
    folder: 'packages/cli',
    prepare: () => {
      installLocked(join(root, 'packages/cli/'))
      build('tsc', '-p', 'packages/cli')
    },
  },
  {
    config: 'packages/create-webapp/vitest.config.ts',
    folder: 'packages/create-webapp',
    prepare: () => {
      installLocked(join(root, 'packages/cli/'))
      build('tsc', '-p', 'packages/cli')
      build('tsc', '-p', 'packages/create-webapp')
    },
  },
  { config: 'site/vitest.config.ts', prepare: () => build('tsx', 'site/docs.ts', '--build') },
  { config: 'ecosystem/applications/vitest.config.ts' },
  {
    config: 'examples/notes/vitest.config.ts',
    prepare: () => {
      build('tsc', '-p', 'examples/notes')
      build('tsc', '-p', 'examples/notes/tsconfig.browser.json')
    },
  },
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '50' },
    config: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
  },
})
const began = Date.now()
/** The busy loops. */
const load: ChildProcess[] = []
process.on('exit', stopLoad)
/** How often each test failed, and how at first. */
const failed = new Map<string, { count: number; first: string }>()

process.env.TESTS ??= 'all'
// As the command line of Vitest does.
process.env.TEST = 'true'
process.env.VITEST = 'true'
process.env.NODE_ENV ??= 'test'
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    showFailures()
    console.log(`ended by ${signal}, before all runs`)
    process.exit(1)
  })
}
for (const suite of suites.filter(isWanted)) await runSuite(suite)
process.exit(showFailures())

function isWanted({ config }: Suite): boolean {
  return values.config === 'vitest.config.ts'
    ? config === values.config
    : config.includes(values.config)
}

async function runSuite({ config, folder = '.', prepare }: Suite): Promise<void> {
  process.chdir(join(root, folder))
  const vitest = await createVitest(
    'test',
    {
      config: join(root, config),
      watch: false,
      bail: 0,
      coverage: { enabled: false },
      reporters: [{}],
    },
    {},
    { stdout: process.stderr },
  )
  const files = await findFiles(vitest)
  const batches = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, at) =>
    files.slice(at * BATCH, (at + 1) * BATCH),
  )
  if (files.length > 0) {
    process.chdir(root)
    prepare?.()
    process.chdir(join(root, folder))
    console.log(`${config}: ${files.length} files, ${values.runs} runs of each`)
  }
  for (const [at, batch] of batches.entries())
    await runBatch(vitest, batch, at * BATCH, files.length)
  await vitest.close()
}

/** The files whose names contain one of the texts, and of these a part: the specifications of each. */
async function findFiles(vitest: Vitest): Promise<TestSpecification[][]> {
  const [part = 1, parts = 1] = values.part.split('/').map(Number)
  const files = new Map<string, TestSpecification[]>()
  for (const one of await vitest.globTestSpecifications()) {
    const path = relative(root, one.moduleId)
    if (positionals.length > 0 && !positionals.some((text) => path.includes(text))) continue
    files.set(path, [...(files.get(path) ?? []), one])
  }
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted
    .filter((_, at) => at % parts === part - 1)
    .map(([, specifications]) => specifications)
}

async function runBatch(
  vitest: Vitest,
  files: readonly TestSpecification[][],
  before: number,
  total: number,
): Promise<void> {
  const names = files.map(([one]) => relative(root, one?.moduleId ?? ''))
  const runs = Number(values.runs)
  for (let run = 1; run <= runs; run++) {
    if (run % 2 === 0) startLoad()
    const hang = setTimeout(reportHang, LONGEST_SILENCE, names)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files.flat())
    clearTimeout(hang)
    stopLoad()
    // Vitest returns the files of earlier batches too.
    const own = new Set(files.flat().map(({ moduleId }) => moduleId))
    for (const module of testModules) if (own.has(module.moduleId)) noteFailures(module)
    for (const error of unhandledErrors) {
      note(`outside any test, beside ${names.join(', ')}`, describeError(error))
    }
    const range = `files ${before + 1} to ${before + files.length} of ${total}`
    console.log(
      `${range}, run ${run} of ${runs}, ${elapsed()}, ${failed.size} unsteady: ${names[0]} …`,
    )
  }
}

function noteFailures(module: TestModule): void {
  const errors = [...module.children.allTests('failed')].map((test) => test.result().errors?.[0])
  const own = failuresIn(module, '')
  // Errors of blocks and of the file precede those of tests.
  for (const [at, { title, line, project, isTest }] of own.entries()) {
    const error = isTest ? errors[at - (own.length - errors.length)] : undefined
    note(`${project} ${title}`, error === undefined ? line : describeError(error))
  }
}

function note(title: string, first: string): void {
  const known = failed.get(title)
  if (known) known.count++
  else failed.set(title, { count: 1, first })
  if (known === undefined) console.log(`failed: ${title}\n${first}`)
}

function describeError(error: unknown): string {
  const { message = '', stack = '', diff = '' } = error as Record<string, string>
  return stripVTControlCharacters([message, diff, stack].filter(Boolean).join('\n')).slice(0, 4000)
}

/** Prints the table of failures. Returns the exit code. */
function showFailures(): number {
  for (const [title, { first }] of failed) console.log(`\n${title}\n${first}`)
  console.log(`\n${failed.size} tests failed at least once in ${elapsed()}`)
  const sorted = [...failed].sort(([, one], [, other]) => other.count - one.count)
  for (const [title, { count }] of sorted) console.log(`${String(count).padStart(5)}  ${title}`)
  return failed.size > 0 ? 1 : 0
}

function reportHang(names: readonly string[]): void {
  note(`does not end: ${names.join(', ')}`, 'no file ended for 20 minutes')
  process.exit(showFailures())
}

function startLoad(): void {
  const loop = `const end = Date.now() + ${MOST_LOAD}; while (Date.now() < end);`
  for (let count = 0; count < availableParallelism() * 2; count++) {
    load.push(spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }))
  }
}

function stopLoad(): void {
  for (const child of load.splice(0)) child.kill('SIGKILL')
}

function elapsed(): string {
  const seconds = Math.round((Date.now() - began) / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function build(command: string, ...args: string[]): void {
  const { status } = spawnSync(resolve(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed, its reason is above`)
}
