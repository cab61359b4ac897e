import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fillConsumer } from './consumer.ts'
import { fetchRuntime } from './fetch-runtime.ts'
import { formatPage } from './page.ts'
import { type Runtime, runtimes } from './runtimes.ts'
import { type Report, runSmoke } from './smoke-run.ts'
import { runWorkerSmoke } from './worker-run.ts'
import { runSocketChecks } from './worker-sockets.ts'

/**
 * Tries the packed package out in each runtime.
 *
 * `--only node18,bun` takes some of them, `--keep` leaves the folder where the package is installed,
 * `--originals` runs the checks with Express instead, `--write` writes docs/runtimes.md.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    originals: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const page = fileURLToPath(new URL('../../docs/runtimes.md', import.meta.url))
const suite = fileURLToPath(new URL('./suite.json', import.meta.url))

/** Runtimes that are tried out at the same time: the checks mostly wait for sockets. */
const AT_ONCE = 2

const chosen = chooseRuntimes(options.only)
if (options.write && (options.only !== undefined || options.originals)) {
  throw new Error('--write needs all runtimes, and webapp itself')
}
const folder = mkdtempSync(join(tmpdir(), 'webapp-runtimes-'))
try {
  await fillConsumer(folder, options.originals)
  console.log(`The package is installed in ${folder}`)
  const reports = await tryAll(chosen)
  if (options.write)
    writeFileSync(page, formatPage(reports, JSON.parse(readFileSync(suite, 'utf8'))))
  printCounts(reports)
} finally {
  if (!options.keep) rmSync(folder, { recursive: true, force: true })
}

function chooseRuntimes(only: string | undefined): readonly Runtime[] {
  if (only === undefined) return runtimes.filter((each) => !(options.originals && each.isWorker))
  return only.split(',').map((id) => {
    const runtime = runtimes.find((each) => each.id === id)
    if (runtime !== undefined) return runtime
    throw new Error(`No runtime is called '${id}'; there are ${runtimes.map((r) => r.id).join()}`)
  })
}

/** Tries out runtimes a few at a time; the reports are in the order of the runtimes. */
async function tryAll(chosen: readonly Runtime[]): Promise<Report[]> {
  const reports: Report[] = []
  const left = chosen.entries()
  const work = async () => {
    for (const [index, runtime] of left) reports[index] = await tryOut(runtime)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return reports
}

async function tryOut(runtime: Runtime): Promise<Report> {
  const report = await reportOn(runtime)
  const name = `${runtime.title} ${runtime.version}`
  if (report.missing !== undefined) console.log(`${name}: skipped, ${report.missing}`)
  else console.log(`${name}: ${describeCounts([report])}`)
  for (const { group, name, dialect, outcome, reason } of report.results) {
    if (outcome === 'failed') console.log(`  ${group}: ${name} [${dialect}]: ${reason}`)
  }
  return report
}

async function reportOn(runtime: Runtime): Promise<Report> {
  let program: string
  try {
    program = await fetchRuntime(runtime)
  } catch (error) {
    return { runtime, results: [], missing: (error as Error).message }
  }
  if (runtime.isWorker) {
    const results = await runWorkerSmoke(program, folder)
    return { runtime, results: [...results, ...(await runSocketChecks(program, folder))] }
  }
  const args = [...runtime.args, 'main.cjs', ...(options.originals ? ['--originals'] : [])]
  return { runtime, results: await runSmoke(program, args, folder) }
}

function printCounts(reports: readonly Report[]): void {
  console.log(describeCounts(reports))
  const isGood = reports.every(({ results }) => results.every((r) => r.outcome !== 'failed'))
  if (!isGood) process.exitCode = 1
}

/** A runtime that could not be had counts as one that was skipped. */
function describeCounts(reports: readonly Report[]): string {
  const outcomes = reports.flatMap(({ results, missing }) =>
    missing === undefined ? results.map(({ outcome }) => outcome) : ['skipped'],
  )
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
  const line = `${count('passed')} passed, ${count('failed')} failed`
  return count('skipped') === 0 ? line : `${line}, ${count('skipped')} skipped`
}
