import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A failure of a Vitest run, with what a run of it alone needs. */
export interface Failure {
  /** The file and the names of blocks and test, for people. */
  readonly title: string
  /** The line that the reporter prints. */
  readonly line: string
  /** Whether it is one test; else it is a hook of a block, or a file that did not load. */
  readonly isTest: boolean
  readonly folder: string
  readonly config: string
  readonly project: string
  readonly file: string
  /** The names of the blocks and of the test. */
  readonly names: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The program of Node that ran it. */
  readonly node: string
}

/** The variables that choose what tests do. Scripts of package.json set some of them. */
const VARIABLES = ['PATH', 'TESTS', 'WEBAPP_SHORTCUTS', 'FUZZ_CASES', 'ALL_RUNS']

export function currentEnv(): Failure['env'] {
  return Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]))
}

/** Adds failures to the file that FAILURES_FILE names, one in a line; without it nothing is written. */
export function recordFailures(failures: readonly Failure[]): void {
  const file = process.env.FAILURES_FILE
  if (file === undefined) return
  appendFileSync(file, failures.map((failure) => `${JSON.stringify(failure)}\n`).join(''))
}

export function readFailures(file: string): Failure[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** Runs the tests of a failure alone. Returns how many passed; 0 if one failed or nothing ran. */
export function runAlone(failure: Failure, milliseconds: number): number {
  const { status, stdout } = spawnSync(failure.node, [vitest, ...argumentsFor(failure)], {
    cwd: failure.folder,
    env: environmentFor(failure),
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: milliseconds,
    killSignal: 'SIGKILL',
  })
  const counts = countsIn(stdout ?? '')
  return status === 0 && counts?.failed === 0 ? counts.passed : 0
}

export function countsIn(log: string): { passed: number; failed: number } | undefined {
  const counts = [...log.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1)
  return counts && { passed: Number(counts[1]), failed: Number(counts[2]) }
}

const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)

function argumentsFor({ config, project, file, names, isTest }: Failure): string[] {
  // Vitest compares the names of the blocks and of the test, with spaces between them.
  const pattern = `(?:^| )${names.join(' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}${isTest ? '$' : ''}`
  return [
    'run',
    `--config=${config}`,
    ...(project === '' ? [] : [`--project=${project}`]),
    ...(names.length === 0 ? [] : [`--testNamePattern=${pattern}`]),
    '--coverage.enabled=false',
    file,
  ]
}

function environmentFor({ env }: Failure): NodeJS.ProcessEnv {
  // Vitest sets variables for its workers, among which is the test of this file.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^VITEST|^FAILURES_FILE$|^COVERAGE$/.test(name),
  )
  return { ...Object.fromEntries(own), ...env }
}
