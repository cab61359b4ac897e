import { extname } from 'node:path'
import isFresh from 'fresh'
import mime from 'mime-types'
import parseRange from 'range-parser'
import { directoryRedirect } from '../../files/directory-redirect.ts'
import type { FilePolicy } from '../../files/options.ts'

export const files: FilePolicy = {
  dotfiles: () => 'ignore',
  typeOf: (path) => mime.contentType(extname(path)) || 'application/octet-stream',
  directoryRedirect,
  isFresh,
  readRange: parseRange,
}
