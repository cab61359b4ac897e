import { basename } from 'node:path'
import type { FilePolicy } from '../../files/options.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import type { Res } from '../../http/exchange.ts'
import { withLength } from '../../members/expose.ts'
import {
  type Done,
  passOn,
  type SendFileOptions,
  transferPath,
  untangle,
} from '../../response/file.ts'
import { flattenOptions } from '../../runtime/flatten-options.ts'
import { attachmentNamed } from '../v4/disposition.ts'
import { toPath } from '../v4/file.ts'
import { files as filesV4 } from '../v4/files.ts'
import { isFresh } from '../v4/fresh.ts'
import { mime, usualCharset } from '../v4/mime.ts'
import { readRange } from '../v4/range.ts'

interface V3Response extends Res {
  sendfile(path: string, options: Done | SendFileOptions | null | undefined, done?: Done): void
}

export const files: FilePolicy = {
  dotfiles: filesV4.dotfiles,
  rootOf: filesV4.rootOf,
  hidesWorkingDirectory: true,
  typeOf: staticTypeOf,
  directoryRedirect: {
    status: 303,
    headers: filesV4.directoryRedirect.headers,
    render(location) {
      const shown = escapeHtml(location)
      return `Redirecting to <a href="${shown}">${shown}</a>\n`
    },
  },
  isFresh,
  readRange,
  reportsEarlierErrors: true,
}

/** `res.sendfile` does not ask `webapp.mime.charsets`. */
const sentFiles: FilePolicy = { ...files, typeOf: fileTypeOf }

export const file = {
  sendfile(
    this: Res,
    path: string,
    options?: SendFileOptions | Done | null,
    callback?: Done,
  ): void {
    const { done, given } = untangle(options, callback)
    const { next } = this.req
    const finish = (error?: unknown) => {
      // The error response that follows is not an attachment.
      if (error && !isFolder(error) && !this.headersSent) this.removeHeader('Content-Disposition')
      // For a directory Express calls `next()` even if the caller passed a callback.
      if (done && !isFolder(error)) return done(error)
      passOn(error as Error | undefined, next)
      return undefined
    }
    transferPath(this, toPath(path), flattenOptions(given), sentFiles, finish)
  },

  download(
    this: V3Response,
    path: string,
    name?: string | Done | null,
    options?: SendFileOptions | Done | null,
    callback?: Done,
  ): void {
    const filename = typeof name === 'function' ? undefined : name
    const { done, given } = untangle(typeof name === 'function' ? name : options, callback)
    this.set('Content-Disposition', attachmentNamed(basename(filename || path)))
    // As in Express, a replaced `sendfile` gets the callback as the second argument.
    if (options && typeof options !== 'function') this.sendfile(path, given, done)
    else this.sendfile(path, done)
  },
}

withLength(3, file.download)

function isFolder(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'EISDIR'
}

/** In 3.x only `text/*` types get a charset. */
function fileTypeOf(path: string): string | undefined {
  const type = mime.lookup(path) as string | undefined
  return type?.startsWith('text/') ? `${type}; charset=UTF-8` : type
}

/** As `fileTypeOf`, unless the program has replaced `webapp.mime.charsets.lookup`. */
function staticTypeOf(path: string): string | undefined {
  const { lookup } = mime.charsets
  if (lookup === usualCharset) return fileTypeOf(path)
  const type = mime.lookup(path) as string | undefined
  const charset = type && lookup(type)
  return charset ? `${type}; charset=${charset}` : type
}
