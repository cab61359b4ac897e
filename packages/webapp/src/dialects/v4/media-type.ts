import { memoize } from '../../runtime/memoize.ts'
import { formatContentType, parseContentType } from './content-type.ts'
import { mime } from './mime.ts'

/** The media type of a file extension in the table of 4.x. */
export function mediaTypeOf(name: string): string {
  if (name.includes('/')) return name.split(';', 1)[0]?.trim() ?? name
  return mime.lookup(name)
}

/** The Content-Type of a file by its extension, with a charset for text. */
export function fileTypeOf(path: string): string | undefined {
  const type = mime.lookup(path)
  // Programs can unset `mime.default_type`.
  if (!type) return undefined
  const charset = mime.charsets.lookup(type, '')
  return charset ? `${type}; charset=${charset}` : type
}

const HAS_CHARSET = /;\s*charset\s*=/

/** Adds the default charset of the media type, unless the Content-Type has one. */
export function withDefaultCharset(type: string): string {
  if (HAS_CHARSET.test(type)) return type
  const [media = ''] = type.split(';', 1)
  const charset = mime.charsets.lookup(media, '')
  return charset ? `${type}; charset=${charset.toLowerCase()}` : type
}

/** Sets the charset of a Content-Type to UTF-8. Throws if the value is not a valid Content-Type. */
export const withUtf8 = memoize((type) => {
  if (!type) return type
  const parsed = parseContentType(type)
  parsed.parameters.charset = 'utf-8'
  return formatContentType(parsed)
})
