import { format, parse } from 'content-type-v1'
import mime from 'mime'
import { memoize } from '../../http/memoize.ts'

/** The media type that a name stands for in the table of 4.x. */
export function mediaTypeOf(name: string): string {
  if (name.includes('/')) return name.split(';', 1)[0]?.trim() ?? name
  return mime.lookup(name)
}

/** The type of a file by its extension, with the charset of text. */
export function fileTypeOf(path: string): string {
  const type = mime.lookup(path)
  const charset = mime.charsets.lookup(type, '')
  return charset ? `${type}; charset=${charset}` : type
}

const HAS_CHARSET = /;\s*charset\s*=/

/** The Content-Type with the charset that its media type calls for, unless it names one. */
export function withDefaultCharset(type: string): string {
  if (HAS_CHARSET.test(type)) return type
  const [media = ''] = type.split(';', 1)
  const charset = mime.charsets.lookup(media, '')
  return charset ? `${type}; charset=${charset.toLowerCase()}` : type
}

/** The same Content-Type, saying that the text is UTF-8; refuses what is none. */
export const withUtf8 = memoize((type) => {
  if (!type) return type
  const parsed = parse(type)
  parsed.parameters.charset = 'utf-8'
  return format(parsed)
})
