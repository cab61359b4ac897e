import type { SettingFunctions } from '../../app/dialect.ts'
import { parseExtended } from '../../http/query-string.ts'

/** Brackets in names create objects and arrays. 4.x allows longer arrays than 5.x. */
export function parseExtendedQueryString(query: string | null): unknown {
  return parseExtended(query, { allowPrototypes: true, arrayLimit: 1000 })
}

export const queryParsers: Pick<SettingFunctions, 'extendedQuery' | 'noQuery'> = {
  extendedQuery: parseExtendedQueryString,
  noQuery: function newObject() {
    return {}
  },
}
