import { extname } from 'node:path'
import isFresh from 'fresh'
import parseRange from 'range-parser'
import { directoryRedirect } from '../../files/directory-redirect.ts'
import type { FilePolicy } from '../../files/options.ts'
import { lateMime } from '../../runtime/late-packages.ts'

export const files: FilePolicy = {
  dotfiles: () => 'ignore',
  typeOf: (path) => lateMime().contentType(extname(path)) || 'application/octet-stream',
  directoryRedirect,
  isFresh,
  readRange: parseRange,
}
