import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { UsageError } from '../command.ts'
import { readPackageJson } from '../program-files.ts'

/** Runs the tests of a program. `true` if they pass. */
export function runTests(folder: string): boolean {
  const { status, error } = spawnSync('npm', ['test'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (error) throw new UsageError(`--verify cannot run npm test in ${folder}: ${error.message}.`)
  return status === 0
}

/** Refuses to verify a program without tests, or without the packages of the new code. */
export function checkVerifiable(folder: string, packages: readonly string[]): void {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) {
    throw new UsageError(`--verify needs a package.json with a test script in ${folder}.`)
  }
  const { scripts } = readPackageJson<{ scripts?: { test?: string } }>(manifest)
  if (!scripts?.test || /no test specified/.test(scripts.test)) {
    throw new UsageError(`--verify runs npm test, but ${manifest} has no test script.`)
  }
  const require = createRequire(manifest)
  const missing = packages.filter((name) => !isInstalled(require, name))
  if (missing.length === 0) return
  throw new UsageError(
    `--verify runs the tests of the new code, which needs ${missing.join(', ')}. Install first: ` +
      `npm install ${missing.map(installName).join(' ')}`,
  )
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

/** On the public registry, webapp is the name of an unrelated package. */
export function installName(name: string): string {
  return name === 'webapp' ? '<path of the webapp tarball>' : name
}
