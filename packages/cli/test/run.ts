import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../../tools/install-locked.ts'

// npm run test:cli: installs the packages of the command line from its lockfile, builds it and
// create-webapp, and runs the tests of both. The last line counts the tests of both.
const packages = fileURLToPath(new URL('../..', import.meta.url))

installLocked(`${packages}cli/`)
const counts = ['cli', 'create-webapp'].map((name) => runTests(`${packages}${name}`))
const [passed, failed] = [0, 1].map((at) =>
  counts.reduce((sum, count) => sum + (count[at] ?? 0), 0),
)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Builds a package and runs its tests. A run without a count broke before its tests. */
function runTests(folder: string): readonly [number, number] {
  const options = { cwd: folder, shell: process.platform === 'win32' } as const
  const built = spawnSync('npx', ['tsc', '-p', '.'], { ...options, stdio: 'inherit' })
  if (built.status !== 0) return [0, 1]
  const { status, stdout } = spawnSync('npx', ['vitest', 'run'], {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.stdout.write(stdout)
  const counts = [...stdout.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1)
  if (counts === undefined) return [0, 1]
  const [passed, failed] = [Number(counts[1]), Number(counts[2])]
  // A run that breaks without a failed test is a failure too.
  return [passed, failed === 0 && status !== 0 ? 1 : failed]
}
