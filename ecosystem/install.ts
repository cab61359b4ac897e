import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** The packages have a lockfile of their own, so that nobody has to install them to work on webapp. */
export function installPackages(): void {
  if (areInstalled()) return
  console.error('npm ci in ecosystem/ …')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm ci in ecosystem/ failed, its reason is above')
}

/** npm leaves the lockfile of what it installed in the folder. */
function areInstalled(): boolean {
  const installed = `${folder}node_modules/.package-lock.json`
  if (!existsSync(installed)) return false
  return statSync(installed).mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs
}
