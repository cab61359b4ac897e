import qs from 'qs'
import type { SettingFunctions } from '../../app/dialect.ts'

/** Brackets in names make objects and lists; 4.x allows longer lists than 5.x. */
export function parseExtendedQueryString(query: string | null): unknown {
  return qs.parse(query as string, { allowPrototypes: true, arrayLimit: 1000 })
}

export const queryParsers: Pick<SettingFunctions, 'extendedQuery' | 'noQuery'> = {
  extendedQuery: parseExtendedQueryString,
  noQuery: function newObject() {
    return {}
  },
}
