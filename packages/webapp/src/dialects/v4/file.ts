import { posix } from 'node:path'
import contentDisposition from 'content-disposition-v0'
import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'
import {
  createFileMembers,
  type Done,
  type SendFileOptions,
  transferPath,
  untangle,
} from '../../response/file.ts'
import { files } from './files.ts'

export const file = {
  ...createFileMembers({
    files,
    attachmentNamed: contentDisposition,
    // 4.x accepts absolute POSIX and Windows paths on both systems.
    isAbsolute: (path) => posix.isAbsolute(path) || /^[^/]:[\\/]|^\\\\/.test(path),
    wantsEtag: (_res, { etag = true }) => Boolean(etag),
  }),

  /** The older form of `sendFile`: its path may be relative to the working directory. */
  sendfile(
    this: Res,
    path: string,
    options?: SendFileOptions | Done | null,
    callback?: Done,
  ): void {
    deprecate('res.sendfile: Use res.sendFile instead')
    const { done, given } = untangle(options, callback)
    transferPath(this, path, given, files, done)
  },
}
