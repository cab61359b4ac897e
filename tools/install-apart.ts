import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/** Installs a folder that is no workspace, from its own lockfile, unless that has been done. */
export function installApart(folder: string): void {
  if (isInstalled(folder)) return
  const name = basename(folder)
  console.error(`What ${name}/package-lock.json says is not installed: npm ci in ${name}/ …`)
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ci in ${name}/ failed, its reason is above`)
}

/** npm leaves the lockfile of what it installed in the folder. */
function isInstalled(folder: string): boolean {
  const installed = `${folder}/node_modules/.package-lock.json`
  if (!existsSync(installed)) return false
  return statSync(installed).mtimeMs >= statSync(`${folder}/package-lock.json`).mtimeMs
}
