import { parseQuery } from '../../../body/urlencoded.ts'
import { httpError } from '../../../errors/http-error.ts'

/** A field or a file of a form, with the name from the client. */
export type Entry = readonly [name: string, value: unknown]

/**
 * The entries of a form as one object. Brackets in names create objects and arrays.
 *
 * The parser of urlencoded forms reads the names, each with the index of its value. So both kinds
 * of forms have the same limits, and the same protection against prototype pollution.
 */
export function nestEntries(entries: readonly Entry[]): Record<string, unknown> {
  if (entries.length === 0) return {}
  const values = entries.map(([, value]) => value)
  const tree = parseQuery(entries.map(toParameter).join('&'), {
    allowPrototypes: true,
    arrayLimit: Math.max(100, entries.length),
    depth: MAX_DEPTH,
    parameterLimit: entries.length,
    strictDepth: true,
  })
  return putValues(tree, values) as Record<string, unknown>
}

const MAX_DEPTH = 32

function toParameter([name]: Entry, index: number): string {
  try {
    return `${encodeURIComponent(name)}=${index}`
  } catch {
    // An extended header parameter of the part can contain half of a surrogate pair.
    throw httpError(400, 'malformed field name', { type: 'entity.parse.failed' })
  }
}

function putValues(node: unknown, values: readonly unknown[]): unknown {
  if (typeof node === 'string') return values[Number(node)]
  if (Array.isArray(node)) return node.map((item) => putValues(item, values))
  const object = node as Record<string, unknown>
  for (const [name, value] of Object.entries(object)) object[name] = putValues(value, values)
  return object
}
