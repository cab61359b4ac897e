import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { exposeMembers } from '../../members/expose.ts'
import { mediaTypes, negotiatedTypes } from './media-types.ts'

type Extensions = string | readonly string[]

/** A table of media types with the interface of mime 1.6. */
export class Mime {
  types: Record<string, string> = Object.create(null)
  /** The usual extension by type. */
  extensions: Record<string, string | undefined> = Object.create(null)
  declare default_type: string

  define(types: Readonly<Record<string, Extensions>>): void {
    for (const type in types) add(this, type, types[type] ?? [])
  }

  /** Adds the types of a file in the format of Apache: a type and its extensions on each line. */
  load(file: string): void {
    for (const line of readFileSync(file, 'ascii').split(/[\r\n]+/)) {
      const [type = '', ...extensions] = line.replace(/\s*#.*|^\s+/g, '').split(/\s+/)
      add(this, type, extensions)
    }
  }

  lookup(path: string, fallback?: string): string {
    const extension = path.replace(/^.*[./\\]/, '').toLowerCase()
    return this.types[extension] || fallback || this.default_type
  }

  extension(type: string): string | undefined {
    const [named] = type.match(/[^\s;]+/) ?? []
    return named && this.extensions[named.toLowerCase()]
  }
}

exposeMembers(Mime.prototype)

/** Later definitions own an extension; the first extension of a type is the usual one. */
function add({ types, extensions }: Mime, type: string, given: Extensions): void {
  for (const extension of given) types[extension] = type
  extensions[type] ||= given[0]
}

/** `webapp.static.mime` of 4.x. */
export const mime = Object.assign(new Mime(), {
  default_type: 'application/octet-stream',
  Mime,
  charsets: {
    lookup: (type: string, fallback?: string) =>
      /^text\/|^application\/(?:javascript|json)/.test(type) ? 'UTF-8' : fallback,
  },
})

for (const [type, extensions] of read(mediaTypes)) add(mime, type, extensions)

/** The charset of a media type, unless a program replaces `mime.charsets.lookup`. */
export const usualCharset = mime.charsets.lookup

let negotiated: Mime['types'] | undefined

/** The type of a file name or extension in negotiation, where 4.x has a newer table. */
export function negotiatedTypeOf(name: string): string | undefined {
  negotiated ??= createNegotiated()
  return negotiated[extname(`x.${name}`).toLowerCase().slice(1)]
}

function createNegotiated(): Mime['types'] {
  const table = new Mime()
  for (const [type, extensions] of read(mediaTypes)) add(table, type, extensions)
  for (const [type, extensions] of read(negotiatedTypes)) add(table, type, extensions)
  return table.types
}

function* read(table: typeof mediaTypes): Iterable<[type: string, extensions: string[]]> {
  for (const [type, list] of Object.entries(table)) {
    for (const entry of list.trim().split(/,\s+/)) {
      const [subtype, ...extensions] = entry.split(' ')
      yield [`${type}/${subtype}`, extensions]
    }
  }
}
