import { format, parse } from 'content-type'
import { lateMime } from '../runtime/late-packages.ts'
import { memoize } from '../runtime/memoize.ts'

/** The media type for a name: the name itself if it contains '/', else that of the extension. */
export function mediaTypeOf(name: string): string {
  if (name.includes('/')) return name.split(';', 1)[0]?.trim() ?? name
  return lateMime().lookup(name) || 'application/octet-stream'
}

/** The Content-Type for a name: the name itself if it contains '/', else that of the extension. */
export function contentTypeOf(name: string): string {
  return name.includes('/') ? name : typeOfExtension(name)
}

const typeOfExtension = memoize(
  (name) => lateMime().contentType(name) || 'application/octet-stream',
)

/** A Content-Type with the default charset of its media type; false if it is not a media type. */
export function withDefaultCharset(type: string): string | false {
  return lateMime().contentType(type)
}

/** A Content-Type with `charset=utf-8`. */
export const withUtf8 = memoize((type) => {
  if (!type) return type
  const parsed = parse(type)
  parsed.parameters.charset = 'utf-8'
  return format(parsed)
})
