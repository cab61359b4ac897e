import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs what a folder outside the workspaces needs, from the lockfile there: nobody has to
 * install that to work on webapp.
 */
export function installLocked(folder: string): void {
  if (isInstalled(folder)) return
  console.error(`Installing what ${folder}package-lock.json says: npm ci …`)
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', ['ci', ...options], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ci in ${folder} failed, its reason is above`)
}

/** npm leaves the lockfile of what it installed in the folder. */
function isInstalled(folder: string): boolean {
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  return statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
}
