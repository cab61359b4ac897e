import type { IncomingMessage } from 'node:http'
import { negotiatedTypeOf } from './mime.ts'

/** `req.is` of 4.x: the type among the wanted ones that the body has; `null` without a body. */
export function typeIs(req: IncomingMessage, types: readonly unknown[]): string | false | null {
  return announcesBody(req) ? isType(req.headers['content-type'] ?? '', types) : null
}

typeIs.hasBody = announcesBody
typeIs.is = isType

/** Unlike `http/has-body`, this counts a body of length 0, as Express 4 does. */
function announcesBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    !Number.isNaN(Number(headers['content-length'] ?? 'none'))
  )
}

/** The first of the types that matches a Content-Type; for a pattern, the type that was sent. */
function isType(contentType: string, types: readonly unknown[]): string | false {
  const sent = mediaTypeOf(contentType)
  if (sent === undefined) return false
  if (types.length === 0) return sent
  for (const type of types) {
    if (typeof type !== 'string' || !matches(patternOf(type), sent)) continue
    return type.startsWith('+') || type.includes('*') ? sent : type
  }
  return false
}

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

function patternOf(type: string): string {
  if (type === 'urlencoded') return 'application/x-www-form-urlencoded'
  if (type === 'multipart') return 'multipart/*'
  if (type.startsWith('+')) return `*/*${type}`
  return type.includes('/') ? type : (negotiatedTypeOf(type) ?? '')
}

function matches(pattern: string, sent: string): boolean {
  const [type, subtype, more] = pattern.split('/')
  if (subtype === undefined || more !== undefined) return false
  const [sentType, sentSubtype = ''] = sent.split('/')
  if (type !== '*' && type !== sentType) return false
  if (!subtype.startsWith('*+')) return subtype === '*' || subtype === sentSubtype
  return subtype.length <= sentSubtype.length + 1 && sentSubtype.endsWith(subtype.slice(1))
}
