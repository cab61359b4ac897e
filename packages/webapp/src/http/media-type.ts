import { format, parse } from 'content-type'
import { lateMime } from './late-packages.ts'
import { remember } from './remember.ts'

/** The media type that a name stands for: itself when it has a '/', else that of the extension. */
export function mediaTypeOf(name: string): string {
  if (name.includes('/')) return name.split(';', 1)[0]?.trim() ?? name
  return lateMime().lookup(name) || 'application/octet-stream'
}

/** The Content-Type for a media type, taken as it is, or for an extension. */
export function contentTypeOf(name: string): string {
  return name.includes('/') ? name : typeOfExtension(name)
}

const typeOfExtension = remember(
  (name) => lateMime().contentType(name) || 'application/octet-stream',
)

/** The Content-Type with the charset that its media type calls for; false for what is none. */
export function withDefaultCharset(type: string): string | false {
  return lateMime().contentType(type)
}

/** The same Content-Type, saying that the text is UTF-8. */
export const withUtf8 = remember((type) => {
  if (!type) return type
  const parsed = parse(type)
  parsed.parameters.charset = 'utf-8'
  return format(parsed)
})
