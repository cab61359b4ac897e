import { basename } from 'node:path'
import contentDisposition from 'content-disposition-v0'
import escapeHtml from 'escape-html'
import isFreshV0 from 'fresh-v0'
import mime from 'mime'
import parseRangeV1 from 'range-parser-v1'
import type { FilePolicy } from '../../files/options.ts'
import type { Res } from '../../http/exchange.ts'
import { flattenOptions } from '../../http/flatten-options.ts'
import { withLength } from '../../members/expose.ts'
import {
  type Done,
  passOn,
  type SendFileOptions,
  transferPath,
  untangle,
} from '../../response/file.ts'
import { files as filesV4 } from '../v4/files.ts'

interface V3Response extends Res {
  sendfile(path: string, options: Done | SendFileOptions | null | undefined, done?: Done): void
}

export const files: FilePolicy = {
  dotfiles: filesV4.dotfiles,
  typeOf: fileTypeOf,
  directoryRedirect: {
    status: 303,
    headers: { 'X-Content-Type-Options': 'nosniff' },
    render(location) {
      const shown = escapeHtml(location)
      return `Redirecting to <a href="${shown}">${shown}</a>\n`
    },
  },
  isFresh: isFreshV0,
  readRange: parseRangeV1,
}

export const file = {
  sendfile(
    this: Res,
    path: string,
    options?: SendFileOptions | Done | null,
    callback?: Done,
  ): void {
    const { done, given } = untangle(options, callback)
    const { next } = this.req
    // A folder is somebody else's business, whether or not the caller wants to know.
    const finish = done && ((error?: unknown) => (isFolder(error) ? next() : done(error)))
    transferPath(this, path, flattenOptions(given), files, finish)
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
    const { next } = this.req
    this.set('Content-Disposition', contentDisposition(basename(filename || path)))
    this.sendfile(path, given, (error) => {
      // The answer that comes instead is no attachment.
      if (error && !this.headersSent) this.removeHeader('Content-Disposition')
      if (done) done(error)
      else passOn(error as Error | undefined, next)
    })
  },
}

withLength(3, file.download)

function isFolder(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'EISDIR'
}

/** Only texts have a charset in 3.x. */
function fileTypeOf(path: string): string {
  const type = mime.lookup(path)
  return type.startsWith('text/') ? `${type}; charset=UTF-8` : type
}
