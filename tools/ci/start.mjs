import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// node tools/ci/start.mjs [options]: installs the packages from the lockfile, then runs tools/ci/main.ts.
// This file is JavaScript, and imports modules of Node alone: it runs in a clean clone.
const root = fileURLToPath(new URL('../..', import.meta.url))
/** @type {import('node:child_process').SpawnSyncOptions} */
const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }

console.log('\n== install: npm ci')
const { status } = spawnSync('npm', ['ci'], { ...options, timeout: 6 * 60_000 })
// Without its packages nothing can run, and nothing was tested.
if (status !== 0 || !existsSync(new URL('../../node_modules/.bin/tsx', import.meta.url))) {
  console.log('\nbroken: npm could not install the packages\n0 passed, 1 failed')
  process.exitCode = 1
} else {
  const run = spawnSync('npx', ['tsx', 'tools/ci/main.ts', ...process.argv.slice(2)], options)
  process.exitCode = run.status ?? 1
}
