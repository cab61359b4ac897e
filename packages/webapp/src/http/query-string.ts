import { parse } from 'node:querystring'
import type qs from 'qs'
import { lateQs } from './late-packages.ts'
import { parsePlainPairs } from './plain-pairs.ts'

/** Parses a query with flat names; each value is a string or an array of strings. */
export function parseSimpleQuery(query: string | null): unknown {
  return parse(query as string)
}

/** The default `parameterLimit` of qs, which ignores further parameters. */
const PARAMETER_LIMIT = 1000

/** Parses a query in which brackets in names create objects and arrays. */
export function parseExtendedQueryString(query: string | null): unknown {
  return parseExtended(query, { allowPrototypes: true })
}

/** Parses a query like qs. `options` may only concern names with brackets and arrays. */
export function parseExtended(query: string | null, options: qs.IParseOptions): unknown {
  const plain = isShort(query) ? parsePlainPairs(query) : undefined
  return plain ?? lateQs().parse(query as string, options as never)
}

// Each parameter has at least two characters, so a short query cannot exceed the limit.
function isShort(query: string | null): query is string {
  return typeof query === 'string' && query.length < 2 * PARAMETER_LIMIT
}
