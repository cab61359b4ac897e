import { execFileSync } from 'node:child_process'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** From now on this process can write so many bytes to files, then the disk is full. */
export function fillDiskAfter(bytes: number): void {
  let left = bytes
  const { write } = fs
  const refuse = (callback: (error: Error) => void) => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
    })
    setImmediate(callback, error)
  }
  const limited = (fd: number, data: Buffer, ...rest: unknown[]) => {
    left -= data.length
    const callback = rest.at(-1) as (error: Error) => void
    if (left < 0) refuse(callback)
    else Reflect.apply(write, fs, [fd, data, ...rest])
  }
  Object.assign(fs, {
    write: limited,
    writev: (...args: unknown[]) => refuse(args.at(-1) as (error: Error) => void),
  })
  syncBuiltinESMExports()
}

/** A file system of this size; `undefined` where we may not mount one. */
export function mountSmall(size: string): { folder: string; release(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-small-'))
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
