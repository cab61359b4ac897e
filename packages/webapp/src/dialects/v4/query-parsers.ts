import type { SettingsPolicy } from '../../app/dialect.ts'
import { parseExtended } from '../../http/query-string.ts'

/** Brackets in names make objects and lists; 4.x allows longer lists than 5.x. */
export function parseExtendedQueryString(query: string | null): unknown {
  return parseExtended(query, { allowPrototypes: true, arrayLimit: 1000 })
}

export const queryParsers: Pick<SettingsPolicy, 'extendedQuery' | 'noQuery'> = {
  extendedQuery: parseExtendedQueryString,
  noQuery: function newObject() {
    return {}
  },
}
