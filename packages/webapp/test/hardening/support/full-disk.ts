import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

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
