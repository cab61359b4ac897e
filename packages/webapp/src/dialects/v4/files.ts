import isFreshV0 from 'fresh-v0'
import parseRangeV1 from 'range-parser-v1'
import type { FilePolicy } from '../../files/options.ts'
import { fileTypeOf } from './media-type.ts'

export const files: FilePolicy = {
  dotfiles: (options) => (options.hidden ? 'allow' : 'ignore-names'),
  typeOf: fileTypeOf,
  isFresh: isFreshV0,
  readRange: parseRangeV1,
}
