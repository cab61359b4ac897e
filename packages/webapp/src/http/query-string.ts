import { parse } from 'node:querystring'
import { completeOptions, type NestedOptions } from './nested/options.ts'
import { parseNested } from './nested/parse.ts'
import { parsePlainPairs } from './plain-pairs.ts'

/** Flat names; values are strings or lists of them. */
export function parseSimpleQuery(query: string | null): unknown {
  return parse(query as string)
}

/** Up to so many parameters are told apart; the others are left out. */
const MOST_PLAIN = 1000

const parseExtended = createExtendedParser({ allowPrototypes: true })

/** Brackets in names make objects and lists. */
export function parseExtendedQueryString(query: string | null): unknown {
  return parseExtended(query)
}

/** A parser of queries with options that only concern brackets and lists. */
export function createExtendedParser(options: NestedOptions): (query: string | null) => unknown {
  const settings = completeOptions(options)
  return (query) =>
    (isShort(query) ? parsePlainPairs(query) : undefined) ?? parseNested(query, settings)
}

// A query of so few characters cannot have too many parameters.
function isShort(query: string | null): query is string {
  return typeof query === 'string' && query.length < 2 * MOST_PLAIN
}
