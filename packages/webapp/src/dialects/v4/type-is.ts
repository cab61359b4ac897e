import { createTypeIs } from '../../http/type-is.ts'
import { negotiatedTypeOf } from './mime.ts'

const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const QUOTED = '"(?:[ !#-\\[\\]-~\\x80-\\xff]|\\\\[ -~])*"'
const PARAMETERS = new RegExp(`^(?:; *${TOKEN} *= *(?:${QUOTED}|${TOKEN}) *)*$`)
// The names of RFC 6838, section 4.2, with at most one suffix; a plus at the end is dropped.
const MEDIA_TYPE =
  /^ *([a-z\d][\w!#$&^-]{0,126}\/(?=[^ ]{1,127} *$)[a-z\d][\w!#$&^.-]*(?:\+[a-z\d][\w!#$&^-]*)?)\+? *$/i

/** The media type of a well-formed Content-Type, in lower case. */
function mediaTypeOf(contentType: string): string | undefined {
  const semicolon = contentType.indexOf(';')
  const end = semicolon === -1 ? contentType.length : semicolon
  if (!PARAMETERS.test(contentType.slice(end))) return undefined
  return MEDIA_TYPE.exec(contentType.slice(0, end))?.[1]?.toLowerCase()
}

/** `req.is` of 4.x. */
export const typeIs = createTypeIs({ sentType: mediaTypeOf, lookup: negotiatedTypeOf })
