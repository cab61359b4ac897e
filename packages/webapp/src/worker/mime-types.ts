import { extname } from 'node:path'
import { otherCharsets, typesWithCharset, typesWithExtensions } from './media-types.ts'

// In bundles for workers, this module stands in for mime-types. It has the same types for all extensions,
// in a table without the types that have none.

let types: Map<string, string> | undefined

/** The media type of a file name or an extension. */
export function lookup(path: string): string | false {
  if (!path || typeof path !== 'string') return false
  types ??= new Map(readTypes())
  return types.get(extname(`x.${path}`).toLowerCase().slice(1)) ?? false
}

/** The Content-Type of a media type or an extension, with its default charset. */
export function contentType(name: string): string | false {
  if (!name || typeof name !== 'string') return false
  const type = name.includes('/') ? name : lookup(name)
  if (type === false || type.includes('charset')) return type
  const charset = charsetOf(type)
  return charset === undefined ? type : `${type}; charset=${charset}`
}

function charsetOf(type: string): string | undefined {
  const name = /^\s*([^;\s]*)/.exec(type)?.[1]?.toLowerCase() ?? ''
  const isUtf8 = name.startsWith('text/') || typesWithCharset.split(/\s+/).includes(name)
  return isUtf8 ? 'utf-8' : otherCharsets[name]
}

function* readTypes(): Iterable<[extension: string, type: string]> {
  for (const [type, list] of Object.entries(typesWithExtensions)) {
    for (const entry of list.trim().split(/,\s+/)) {
      const [subtype, ...extensions] = entry.split(' ')
      for (const extension of extensions) yield [extension, `${type}/${subtype}`]
    }
  }
}
