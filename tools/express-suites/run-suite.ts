import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Run, TestResult } from './result.ts'
import type { Suite } from './suites.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** A suite takes up to half a minute. One that takes this long hangs. */
const LIMIT = 5 * 60_000

/** For one test; the default of mocha is too short for a busy machine. */
const TEST_LIMIT = 10_000

/** The package of the suite, or webapp in its place. */
export type Side = 'own' | 'webapp'

/** Runs a suite with its own mocha, on its own package or on webapp. */
export async function runSuite(suite: Suite, side: Side, folder: string): Promise<Run> {
  const report = `${folder}.${side}.jsonl`
  rmSync(report, { force: true })
  const { NODE_ENV: _env, NODE_OPTIONS: _options, ...inherited } = process.env
  const env = {
    ...inherited,
    SUITES_REPORT: report,
    SUITES_ENTRY: join(folder, 'index.js'),
    SUITES_ADAPTER: pathOf(`adapters/${suite.adapter}`),
  }
  const args = [
    ...(side === 'webapp' ? ['--require', pathOf('preload.cjs')] : []),
    'node_modules/mocha/bin/_mocha',
    ...['--reporter', pathOf('reporter.cjs'), '--timeout', String(TEST_LIMIT)],
    ...suite.arguments,
  ]
  const log = `${folder}.${side}.log`
  const end = await runNode(args, folder, env, log)
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  return readReport(text, side, `${end}, see ${log}`)
}

/** Returns how the process ended. */
function runNode(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  log: string,
): Promise<string> {
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', output, output] })
  closeSync(output)
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve(signal === null ? `ended with ${code}` : `ended by ${signal}`)
    })
  })
}

interface End {
  readonly end: true
  readonly onWebapp: boolean
}

/** The lines of `reporter.cjs`. Without its last line, the run broke; `end` says how. */
export function readReport(text: string, side: Side, end: string): Run {
  const lines = text.split('\n').filter(Boolean)
  const parsed: (TestResult | End)[] = lines.map((line) => JSON.parse(line))
  const results = parsed.filter((line): line is TestResult => !('end' in line))
  const last = parsed.at(-1)
  if (last === undefined || !('end' in last)) return { results, broken: end }
  // Otherwise a mistake in the redirection would compare the package with itself.
  if (last.onWebapp === (side === 'webapp')) return { results }
  return { results, broken: `the tests ran ${last.onWebapp ? 'on webapp' : 'without webapp'}` }
}
