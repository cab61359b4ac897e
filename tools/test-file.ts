import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm run t -- res.send [more names] [-t name]: runs the test files whose name contains one of the
// texts, in every dialect. It builds the package only if they use it built and it has changed; most tests run the
// sources.
const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const firstOption = args.findIndex((arg) => arg.startsWith('-'))
const names = firstOption === -1 ? args : args.slice(0, firstOption)

/** Tests of the sources, without those whose child processes load the built package. */
const ofSources =
  /^(?!hardening|register|http2.storm|api.webapp\.shutdown|api.idle-conn|unit.surface.untouched)/

const sources = listFiles(join(root, 'packages/webapp/test')).filter(
  (file) => /\.test\.ts$/.test(file) && ofSources.test(file),
)

if (names.length > 0 && names.every((name) => sources.some((file) => file.includes(name)))) {
  run('vitest', ['run', '--project', 'webapp', ...args])
  tellOthers()
} else if (isBuilt() || run('npm', ['run', '--silent', 'build'])) {
  run('vitest', ['run', '--project', '!shortcuts-off', ...args])
}

/** Files that need the built package are not run if the names have tests of sources. */
function tellOthers(): void {
  const others = readdirSync(join(root, 'conformance')).filter(
    (file) => file.endsWith('.test.ts') && names.some((name) => file.includes(name)),
  )
  for (const file of others) console.log(`not run: conformance/${file} (npm test -- ${file})`)
}

/** Every build writes all files. The time of a folder tells of files that were moved or removed. */
function isBuilt(): boolean {
  const folder = join(root, 'packages/webapp')
  const sources = ['', ...listFiles(join(folder, 'src'))].map((file) => join(folder, 'src', file))
  const newest = Math.max(...[...sources, join(folder, 'package.json')].map(timeOf))
  return timeOf(join(folder, 'dist/index.js')) > newest
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, TESTS: process.env.TESTS ?? 'all' }
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  process.exitCode = status ?? 1
  return status === 0
}
