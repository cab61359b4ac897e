import { posix } from 'node:path'
import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'
import {
  createFileMembers,
  type Done,
  type SendFileOptions,
  transferPath,
  untangle,
} from '../../response/file.ts'
import { attachmentNamed } from './disposition.ts'
import { files } from './files.ts'

export const file = createFileMembers({
  files,
  attachmentNamed,
  // 4.x takes paths of both systems for absolute on both.
  isAbsolute: (path) => posix.isAbsolute(path) || /^[^/]:[\\/]|^\\\\/.test(path),
  wantsEtag: (_res, { etag = true }) => Boolean(etag),
})

export const sendfile = {
  /** The older form of `sendFile`: its path may be relative to the working directory. */
  sendfile(
    this: Res,
    path: string,
    options?: SendFileOptions | Done | null,
    callback?: Done,
  ): void {
    deprecate('res.sendfile: Use res.sendFile instead')
    const { done, given } = untangle(options, callback)
    transferPath(this, toPath(path), given, files, done)
  },
}

/** As in Express, other values than strings are converted: a Buffer, a String object. */
export function toPath(path: unknown): string {
  if (path !== undefined && path !== null) return String(path)
  throw new TypeError('path argument is required to res.sendfile')
}
