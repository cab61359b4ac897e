import { parse } from 'content-type'
import { createTypeIs } from '../http/type-is.ts'
import { lookup } from './mime-types.ts'

/** The names of RFC 6838, section 4.2. */
const MEDIA_TYPE = /^ *[a-z\d][\w!#$&^-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126} *$/

// In bundles for workers, this module stands in for type-is.
export = createTypeIs({
  sentType(contentType) {
    if (!contentType) return undefined
    const { type } = parse(contentType, { parameters: false })
    return MEDIA_TYPE.test(type) ? type : undefined
  },
  lookup,
})
