import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm run t -- res.send [-t name]: runs the test files whose name contains the text, in every
// dialect. It builds the package only if they use it built and it has changed; most tests run the
// sources.
const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const name = args[0] ?? ''

/** Tests of the sources, without those whose child processes load the built package. */
const ofSources =
  /^(?!hardening|register|http2.storm|api.webapp\.shutdown|api.idle-conn|unit.surface.untouched)/

if (findSourceTests().length > 0) run('vitest', ['run', '--project', 'webapp', ...args])
else if (isBuilt() || run('npm', ['run', '--silent', 'build'])) {
  run('vitest', ['run', '--project', '!shortcuts-off', ...args])
}

function findSourceTests(): string[] {
  const tests = listFiles(join(root, 'packages/webapp/test'))
  return tests.filter(
    (file) => file.includes(name) && /\.test\.ts$/.test(file) && ofSources.test(file),
  )
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
