import isFreshV0 from 'fresh-v0'
import parseRangeV1 from 'range-parser-v1'
import { deprecate } from '../../errors/deprecation.ts'
import { directoryRedirect } from '../../files/directory-redirect.ts'
import type { FilePolicy } from '../../files/options.ts'
import { fileTypeOf } from './media-type.ts'

export const files: FilePolicy = {
  dotfiles({ hidden }) {
    if (hidden === undefined) return 'ignore-names'
    deprecate(`hidden: use dotfiles: '${hidden ? 'allow' : 'ignore'}' instead`, 'hidden')
    return hidden ? 'allow' : 'ignore-names'
  },
  typeOf: fileTypeOf,
  directoryRedirect,
  isFresh: isFreshV0,
  readRange: parseRangeV1,
}
