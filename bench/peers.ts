import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** The peers have a lockfile of their own, so that nobody has to install them to work on webapp. */
export function installPeers(): void {
  if (areInstalled()) return
  console.error(
    'The peers are not installed, or not as bench/package-lock.json says: npm ci in bench/ …',
  )
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm ci in bench/ failed, its reason is above')
}

/** npm leaves the lockfile of what it installed in the folder. */
function areInstalled(): boolean {
  const installed = `${folder}node_modules/.package-lock.json`
  if (!existsSync(installed)) return false
  return statSync(installed).mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs
}
