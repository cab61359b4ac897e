import { parse } from 'node:querystring'
import type qs from 'qs'
import { lateQs } from './late-packages.ts'
import { parsePlainPairs } from './plain-pairs.ts'

/** Flat names; values are strings or lists of them. */
export function parseSimpleQuery(query: string | null): unknown {
  return parse(query as string)
}

/** Up to so many parameters are told apart; qs leaves the others out. */
const MOST_PLAIN = 1000

/** Brackets in names make objects and lists. */
export function parseExtendedQueryString(query: string | null): unknown {
  return parseExtended(query, { allowPrototypes: true })
}

/** What qs makes of a query with options that only concern brackets and lists. */
export function parseExtended(query: string | null, options: qs.IParseOptions): unknown {
  const plain = isShort(query) ? parsePlainPairs(query) : undefined
  return plain ?? lateQs().parse(query as string, options as never)
}

// A query of so few characters cannot have too many parameters.
function isShort(query: string | null): query is string {
  return typeof query === 'string' && query.length < 2 * MOST_PLAIN
}
