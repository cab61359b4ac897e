import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { conclude } from './conclude.ts'
import { countsIn } from './failures.ts'
import { fetchRuntime } from './runtimes/fetch-runtime.ts'
import { type Runtime, runtimes } from './runtimes/runtimes.ts'
import {
  chooseMajors,
  formatResults,
  replaceSuite,
  type SuiteResult,
  type SuiteResults,
  skippedIn,
} from './runtimes/suite.ts'

// npm run test:nodes -- [22 26] [part of a file's name …]: runs the test suite on versions of Node, one
// after another. A test that fails runs again alone, as in .ci/run. TESTS=all tries every dialect.
// `--write` keeps the results of a whole run in docs/runtimes.md.

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules/.cache/webapp-nodes')
const page = join(root, 'docs/runtimes.md')
const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)

/** Vitest needs Node 20. */
const OLDEST = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const nodes = new Map(runtimes.filter(canRunVitest).map((one) => [majorOf(one), one]))
const { majors, files } = chooseMajors(positionals, [...nodes.keys()])
if (values.write && positionals.length > 0) {
  throw new Error('--write needs all versions and all files')
}
const command = `${process.env.TESTS ? `TESTS=${process.env.TESTS} ` : ''}npm run test:nodes`

const file = join(folder, 'results.json')
const results: SuiteResult[] = []
let isGreen = true
for (const major of majors) {
  await runOn(nodes.get(major) as Runtime)
  keep({ date: new Date().toISOString().slice(0, 10), command, results })
}
console.log(`\n${formatResults(results)}\n\nThe results are in ${file}`)
process.exitCode = isGreen ? 0 : 1

function canRunVitest(runtime: Runtime): boolean {
  return runtime.title === 'Node' && Number(majorOf(runtime)) >= OLDEST
}

function majorOf({ version }: Runtime): string {
  return version.split('.')[0] as string
}

async function runOn(runtime: Runtime): Promise<void> {
  const { version, id } = runtime
  const place = join(folder, id)
  const log = join(place, `${id}.log`)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const program = await fetchRuntime(runtime)
  console.log(`\n== Node ${version}: ${program}`)
  const began = performance.now()
  const code = await runSuite(program, log)
  const seconds = Math.round((performance.now() - began) / 1000)
  writeFileSync(join(place, 'steps'), `${id} tests ${code} ${seconds}\n`)
  const conclusion = conclude(place)
  for (const line of conclusion.lines) console.log(line)
  if (!conclusion.isGreen) isGreen = false
  results.push({
    version,
    ...(countsIn(conclusion.lines.join('\n')) ?? { passed: 0, failed: 1 }),
    unsteady: conclusion.lines.filter((line) => line.startsWith('unsteady: ')).length,
    skipped: skippedIn(stripVTControlCharacters(readFileSync(log, 'utf8'))),
    seconds,
  })
}

/** Runs the suite with a program of Node, which child processes find in PATH too. Returns its exit code. */
async function runSuite(program: string, log: string): Promise<number> {
  const child = spawn(program, [vitest, 'run', '--project=!slow*', ...files], {
    cwd: root,
    env: {
      ...process.env,
      PATH: [dirname(program), process.env.PATH].join(delimiter),
      FAILURES_FILE: log.replace(/log$/, 'failures'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const copy = createWriteStream(log)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      copy.write(chunk)
    })
  }
  const [code] = await once(child, 'close')
  copy.end()
  await once(copy, 'close')
  return code ?? 1
}

/** Keeps the results also if the run is ended before all versions had their turn. */
function keep(suite: SuiteResults): void {
  const text = `${JSON.stringify(suite, undefined, 2)}\n`
  writeFileSync(file, text)
  if (!values.write || results.length < majors.length) return
  writeFileSync(join(root, 'tools/runtimes/suite.json'), text)
  writeFileSync(page, replaceSuite(readFileSync(page, 'utf8'), suite))
}
