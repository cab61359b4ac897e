import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve, sep } from 'node:path'
import type { CopySettings } from '../protocol.ts'
import type { Reporting } from './reporting.ts'

type Member = (this: unknown, ...args: unknown[]) => unknown

/** The members of `fs` that change files by their path, without the suffix `Sync`. */
const CHANGES =
  'writeFile appendFile mkdir mkdtemp rename unlink rm rmdir copyFile cp truncate symlink link chmod chown lchown utimes lutimes open'.split(
    ' ',
  )

const WRITE_FLAGS = fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT

/** Reports the files that a copy changes, or refuses to change them, as a read-only disk does. */
export function guardWrites(settings: CopySettings, reporting: Reporting): void {
  const refuse = (name: string, args: readonly unknown[]) => {
    const path = changedPath(name, args)
    if (path === undefined) return undefined
    // The temporary folder is no part of the program.
    const isTemporary = path.startsWith(resolve(tmpdir()) + sep)
    const isRefused = settings.refusesWrites && !isTemporary
    if (!isTemporary) reporting.wish({ kind: 'write', target: path, isRefused })
    return isRefused ? readOnly(name, path) : undefined
  }
  for (const name of CHANGES) {
    replace(fs, name, (original, self, args) => {
      const error = refuse(name, args)
      const callback = args.filter((each) => typeof each === 'function').at(-1) as
        | Member
        | undefined
      if (error === undefined || callback === undefined) return original.apply(self, args)
      process.nextTick(callback, error)
      return undefined
    })
    replace(fs, `${name}Sync`, (original, self, args) => {
      const error = refuse(name, args)
      if (error !== undefined) throw error
      return original.apply(self, args)
    })
    replace(fs.promises, name, (original, self, args) => {
      const error = refuse(name, args)
      return error === undefined ? original.apply(self, args) : Promise.reject(error)
    })
  }
}

function replace(
  target: object,
  name: string,
  call: (original: Member, self: unknown, args: unknown[]) => unknown,
): void {
  const members = target as Record<string, Member>
  const original = members[name]
  if (typeof original !== 'function') return
  const replacement: Member = function replaced(...args) {
    return call(original, this, args)
  }
  // Such as the symbol with which `util.promisify` finds its variant.
  members[name] = Object.assign(replacement, original)
}

/** The path that a call changes; undefined for a descriptor, a device, or a file that is only read. */
function changedPath(name: string, args: readonly unknown[]): string | undefined {
  if (name === 'open' && !opensToWrite(args[1])) return undefined
  const at = name === 'copyFile' || name === 'cp' || /link$/.test(name) ? 1 : 0
  const path = name === 'unlink' ? args[0] : args[at]
  if (typeof path !== 'string' && !(path instanceof URL) && !Buffer.isBuffer(path)) return undefined
  const text = resolve(path instanceof URL ? decodeURIComponent(path.pathname) : String(path))
  return text.startsWith('/dev/') ? undefined : text
}

function opensToWrite(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & WRITE_FLAGS) !== 0
  return typeof flags === 'string' && /[wa+]/.test(flags)
}

function readOnly(name: string, path: string): Error {
  const error = new Error(`EROFS: read-only file system, ${name} '${path}'`)
  return Object.assign(error, { code: 'EROFS', errno: -30, syscall: name, path })
}
