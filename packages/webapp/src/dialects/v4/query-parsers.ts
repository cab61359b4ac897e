import type { SettingsPolicy } from '../../app/dialect.ts'
import { createExtendedParser } from '../../http/query-string.ts'

const parseExtended = createExtendedParser({ allowPrototypes: true, arrayLimit: 1000 })

/** Brackets in names create objects and arrays. 4.x allows longer arrays than 5.x. */
export function parseExtendedQueryString(query: string | null): unknown {
  return parseExtended(query)
}

export const queryParsers: Pick<SettingsPolicy, 'extendedQuery' | 'noQuery'> = {
  extendedQuery: parseExtendedQueryString,
  noQuery: function newObject() {
    return {}
  },
}
