import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.ts'
import type { Runtime } from './runtimes.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/webapp-runtimes', import.meta.url))

/** The path of a runtime's program, which is taken from npm when it is not there yet. */
export async function fetchRuntime(runtime: Runtime): Promise<string> {
  const { packageName, version, program } = runtime
  if (runtime.title === 'Node' && version === process.versions.node) return process.execPath
  if (packageName === undefined) throw new Error(`none for ${process.platform} ${process.arch}`)
  const kept = join(cache, `${runtime.id}-${version}`, program)
  if (!existsSync(kept)) await unpack(`${packageName}@${version}`, program, kept)
  return kept
}

/** Takes one file out of a package, and puts it in its place when it is whole. */
async function unpack(spec: string, file: string, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(join(cache, 'unpack-'))
  try {
    const tarball = (await run('npm', ['pack', '--loglevel=error', spec], folder)).trim()
    await run('tar', ['-xzf', tarball, `package/${file}`], folder)
    renameSync(join(folder, 'package', file), target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
