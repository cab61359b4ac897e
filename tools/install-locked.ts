import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs what a folder outside the workspaces needs, from the lockfile there: nobody has to
 * install that to work on webapp.
 */
export function installLocked(folder: string): void {
  if (isInstalled(folder)) return
  const release = lock(join(folder, '.installing'))
  try {
    // Another process may have installed it while this one waited for the lock.
    if (!isInstalled(folder)) install(folder)
  } finally {
    release()
  }
}

function install(folder: string): void {
  console.error(`Installing what ${folder}package-lock.json says: npm ci …`)
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', ['ci', ...options], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ci in ${folder} failed, its reason is above`)
}

/** npm leaves the lockfile of what it installed in the folder, as its last step. */
function isInstalled(folder: string): boolean {
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  return statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
}

/**
 * Waits until no other process installs in the folder. `npm ci` starts by removing node_modules, so
 * two of them at once destroy each other's work. The file contains the id of the process that holds
 * the lock; the lock of a process that has ended is taken over.
 */
function lock(file: string): () => void {
  while (!create(file)) {
    if (isStale(file)) rmSync(file, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  return () => rmSync(file, { force: true })
}

function create(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isStale(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // The file is empty between its creation and the write of the process id.
    if (holder === 0) return Date.now() - statSync(file).mtimeMs > 10_000
    process.kill(holder, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
