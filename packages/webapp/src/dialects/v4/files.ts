import { deprecate } from '../../errors/deprecation.ts'
import { directoryRedirect } from '../../files/directory-redirect.ts'
import type { FilePolicy } from '../../files/options.ts'
import { isFresh } from './fresh.ts'
import { fileTypeOf } from './media-type.ts'
import { readRange } from './range.ts'

export const files: FilePolicy = {
  dotfiles({ hidden }) {
    if (hidden === undefined) return 'ignore-names'
    deprecate(`hidden: use dotfiles: '${hidden ? 'allow' : 'ignore'}' instead`, 'hidden')
    return hidden ? 'allow' : 'ignore-names'
  },
  /** `from` is the older name of `root`: ignoring it would send a file of another directory. */
  rootOf({ root, from }) {
    if (root || !from) return root
    deprecate('send.from: pass root as option')
    return String(from)
  },
  typeOf: fileTypeOf,
  directoryRedirect,
  isFresh,
  readRange,
}
