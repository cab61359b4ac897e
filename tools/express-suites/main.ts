import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { extract, linkPackages, missingCheckouts } from './checkout.ts'
import { type Comparison, compareRuns, mergeRuns } from './compare.ts'
import { installPackages } from './install.ts'
import { knownOf } from './known.ts'
import { formatCount, renderPage } from './page.ts'
import type { Results, Run, SuiteResult } from './result.ts'
import { runSuite, type Side } from './run-suite.ts'
import { type Suite, suites } from './suites.ts'

/**
 * Runs the test suites of Express and of its packages on themselves and on webapp.
 *
 * `npm run test:express -- <folder with checkouts>`; `--only express-5,send-1` takes some suites,
 * `--keep` leaves the temporary folder, `--write` writes docs/express-tests.md and the record.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const page = new URL('../../docs/express-tests.md', import.meta.url)
const record = new URL('results.json', import.meta.url)
const latest = new URL(
  '../../node_modules/.cache/webapp-express-suites/results.json',
  import.meta.url,
)

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const chosen = chooseSuites(options.only)
  const checkouts = findCheckouts(chosen)
  // Node resolves the files of a suite to their real paths.
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'express-suites-')))
  const outcomes: Outcome[] = []
  try {
    for (const suite of chosen) outcomes.push(await trySuite(suite, checkouts, work))
  } finally {
    if (options.keep) console.log(`The suites and their logs are in ${work}`)
    else rmSync(work, { recursive: true, force: true })
  }
  conclude(outcomes)
}

function chooseSuites(only: string | undefined): readonly Suite[] {
  if (only === undefined) return suites
  if (options.write) throw new Error('--write needs all suites')
  return only.split(',').map((id) => {
    const suite = suites.find((each) => each.id === id)
    if (suite !== undefined) return suite
    throw new Error(`No suite is called '${id}'; there are ${suites.map((each) => each.id).join()}`)
  })
}

function findCheckouts(chosen: readonly Suite[]): string {
  const [folder] = positionals
  if (folder === undefined) throw new Error('npm run test:express -- <folder with checkouts>')
  const checkouts = resolve(folder)
  const missing = missingCheckouts(checkouts, chosen)
  if (missing.length === 0) return checkouts
  throw new Error(`${checkouts} lacks checkouts. Get them with:\n${missing.join('\n')}`)
}

interface Outcome {
  readonly result: SuiteResult
  readonly isGreen: boolean
}

async function trySuite(suite: Suite, checkouts: string, work: string): Promise<Outcome> {
  const folder = join(work, suite.id)
  await extract(checkouts, suite, folder)
  linkPackages(await installPackages(suite, folder), folder)
  const own = await runSteadily(suite, 'own', folder, hasFailures)
  const compare = (ours: Run) => compareRuns(own, ours, knownOf(suite.id), suite.privateFiles)
  const ours = await runSteadily(suite, 'webapp', folder, (run) => compare(run).unmapped.length > 0)
  const comparison = compare(ours)
  const problems = describeProblems(comparison)
  if (own.broken !== undefined) problems.push(`on its own package: ${own.broken}`)
  if (ours.broken !== undefined) problems.push(`on webapp: ${ours.broken}`)
  const { passed, comparable } = comparison
  console.log(`${suite.title}: ${passed} of ${comparable} pass on webapp`)
  for (const problem of problems) console.log(`  ${problem}`)
  return { result: toResult(suite, comparison), isGreen: problems.length === 0 }
}

/** Tests have limits of time, which a busy machine exceeds: a suite that fails runs once more. */
async function runSteadily(
  suite: Suite,
  side: Side,
  folder: string,
  isFailure: (run: Run) => boolean,
): Promise<Run> {
  const first = await runSuite(suite, side, folder)
  if (first.broken === undefined && !isFailure(first)) return first
  return mergeRuns(first, await runSuite(suite, side, folder))
}

function hasFailures({ results }: Run): boolean {
  return results.some(({ outcome }) => outcome === 'failed')
}

function describeProblems({ unmapped, stale, comparable }: Comparison): string[] {
  return [
    ...(comparable === 0 ? ['no test passes on its own package'] : []),
    ...unmapped.map(({ file, title, message }) => `unmapped: ${file}: ${title}\n    ${message}`),
    ...stale.map(({ file, title }) => `not needed in known.ts: ${file}: ${title}`),
  ]
}

function toResult(suite: Suite, comparison: Comparison): SuiteResult {
  const { id, title, version, commit, dialect } = suite
  const { unmapped: _unmapped, stale: _stale, ...counts } = comparison
  return { id, title, version, commit, dialect, ...counts }
}

function conclude(outcomes: readonly Outcome[]): void {
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    suites: outcomes.map(({ result }) => result),
  }
  write(latest, results)
  const isGreen = outcomes.every((outcome) => outcome.isGreen)
  if (isGreen && options.write) {
    write(record, results)
    writeFileSync(page, renderPage(results))
  }
  const isCurrent = options.only !== undefined || isRecorded(results)
  if (!isGreen || !isCurrent) process.exitCode = 1
  console.log(`${formatCount(results)} tests pass on webapp`)
}

function write(file: URL, results: Results): void {
  mkdirSync(dirname(fileURLToPath(file)), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

/** Suites have tests for each method that Node knows, so only one major version can be compared. */
function isRecorded(results: Results): boolean {
  const recorded: Results = JSON.parse(readFileSync(record, 'utf8'))
  if (majorOf(recorded) !== majorOf(results)) {
    console.log(`docs/express-tests.md is of Node ${recorded.node}, so its counts may differ`)
    return true
  }
  const isSame = JSON.stringify(recorded.suites) === JSON.stringify(results.suites)
  if (!isSame) console.log('docs/express-tests.md is not what this run saw: --write writes it anew')
  return isSame
}

function majorOf({ node }: Results): string {
  return node.split('.')[0] ?? node
}
