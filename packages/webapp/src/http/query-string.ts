import { parse } from 'node:querystring'
import { completeOptions, type NestedOptions } from './nested/options.ts'
import { parseNested } from './nested/parse.ts'
import { parsePlainPairs } from './plain-pairs.ts'

/** Parses a query with flat names; each value is a string or an array of strings. */
export function parseSimpleQuery(query: string | null): unknown {
  return parse(query as string)
}

/** The default `parameterLimit` of nested queries: further parameters are ignored. */
const PARAMETER_LIMIT = 1000

const parseExtended = createExtendedParser({ allowPrototypes: true })

/** Parses a query in which brackets in names create objects and arrays. */
export function parseExtendedQueryString(query: string | null): unknown {
  return parseExtended(query)
}

/** Creates a parser of queries. The options may only concern names with brackets and arrays. */
export function createExtendedParser(options: NestedOptions): (query: string | null) => unknown {
  const settings = completeOptions(options)
  return (query) =>
    (isShort(query) ? parsePlainPairs(query) : undefined) ?? parseNested(query, settings)
}

// Each parameter has at least two characters, so a short query cannot exceed the limit.
function isShort(query: string | null): query is string {
  return typeof query === 'string' && query.length < 2 * PARAMETER_LIMIT
}
