import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, runStep } from './command.ts'
import { renameAll } from './rename.ts'
import { readSettings } from './settings.ts'

// tsx tools/release/try-rename.ts: gives the packages their proposed names in a clone, installs it, and runs
// its type checks and its gate.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'webapp-renamed-'))
const { names, proposal } = readSettings(root)

try {
  const clone = join(folder, 'clone')
  run('git', ['clone', '--quiet', '--no-hardlinks', root, clone], { cwd: folder })
  const { changed, leftOvers } = renameAll(clone, { from: names, to: proposal })
  console.log(`${changed} files changed`)
  for (const { path, line, text } of leftOvers) console.log(`left over: ${path}:${line}: ${text}`)
  for (const line of ['npm ci --prefer-offline', 'npm run --silent check'])
    runStep(line, { cwd: clone })
  // Failures in the clone cannot run again when it is gone.
  const { FAILURES_FILE: _file, ...env } = process.env
  const { status } = spawnSync('npm test', { cwd: clone, env, stdio: 'inherit', shell: true })
  process.exitCode = leftOvers.length === 0 ? (status ?? 1) : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
