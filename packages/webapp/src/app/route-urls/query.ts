import { inspect } from 'node:util'
import { isObject } from '../../errors/option-names.ts'

/** Writes a query that the parser of an application reads as the given values. */
export function writeQuery(query: unknown, parser: unknown): string {
  if (query === undefined || query === null) return ''
  if (query instanceof URLSearchParams) return withMark(query)
  if (!isObject(query)) {
    throw new TypeError(`the query is ${inspect(query)}. Pass an object or URLSearchParams`)
  }
  const pairs = new URLSearchParams()
  // The settings `true` and `simple` name the parser of node:querystring.
  const isFlat = parser === 'simple' || parser === true
  for (const [name, value] of Object.entries(query)) addPairs(pairs, name, value, { isFlat, query })
  return withMark(pairs)
}

interface Rules {
  /** Whether the parser knows no objects. */
  readonly isFlat: boolean
  /** The whole query, or the object that is being read. */
  readonly query: object
  readonly within?: readonly object[]
}

function addPairs(pairs: URLSearchParams, name: string, value: unknown, rules: Rules): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) addScalar(pairs, name, each)
    return
  }
  if (!isPlainObject(value)) {
    addScalar(pairs, name, value)
    return
  }
  if (rules.isFlat) {
    throw new TypeError(
      `the query parameter '${name}' is an object, which the query parser of the application does not read. ` +
        "Set 'query parser' to 'extended', or pass texts",
    )
  }
  const within = [...(rules.within ?? []), rules.query]
  if (within.includes(value)) throw new TypeError(`the query parameter '${name}' contains itself`)
  for (const [key, each] of Object.entries(value)) {
    addPairs(pairs, `${name}[${key}]`, each, { ...rules, query: value, within })
  }
}

function addScalar(pairs: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  const isText =
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint'
  if (!isText && !(typeof value === 'number' && Number.isFinite(value))) {
    throw new TypeError(
      `the query parameter '${name}' is ${inspect(value, { depth: 0 })}. Pass a string or a number`,
    )
  }
  pairs.append(name, String(value))
}

function isPlainObject(value: unknown): value is object {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function withMark(pairs: URLSearchParams): string {
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}
