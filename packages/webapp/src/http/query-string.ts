import { parse } from 'node:querystring'
import qs from 'qs'

/** Flat names; values are strings or lists of them. */
export function parseSimpleQuery(query: string | null): unknown {
  return parse(query as string)
}

/** Brackets in names make objects and lists. */
export function parseExtendedQueryString(query: string | null): unknown {
  return qs.parse(query as string, { allowPrototypes: true })
}
