import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'webapp-small-'

/** A file system of this size in memory; `undefined` where we may not mount one. */
export function mountSmall(size: string): { folder: string; release(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const release = () => {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
  return { folder, release }
}

/** Releases what is still mounted in a folder: Vitest does not run the hooks of a file whose tests it skips. */
export function releaseAllIn(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(PREFIX))) {
    try {
      execFileSync('umount', [join(folder, name)], { stdio: 'ignore' })
    } catch {}
  }
}
