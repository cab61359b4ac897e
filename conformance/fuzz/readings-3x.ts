import { parse } from 'node:url'
import { hasPlainHosts, type ReadingName } from './readings.ts'
import type { Asked } from './response-calls.ts'

type IsReadAlike = (asked: Asked) => boolean

/** What 3.x reads otherwise on purpose: which requests both read alike. The others are survived. */
export const readAlike3: Partial<Record<ReadingName, IsReadAlike>> = {
  target: ({ url }) => isParsable(url),
  query: ({ url }) =>
    !hasOddBrackets(url) && !repeatsEmpty(url) && (isDecodable(url) || !/\+|%5/.test(url)),
  // A single `=` is a cookie without a name to the original.
  cookies: ({ headers: { Cookie = '' } }) => !hasLoneQuote(Cookie) && Cookie.trim() !== '=',
  ranges: ({ headers: { Range = '' } }) => !Range.includes(',') || isListOfRanges(Range),
  conditions: (asked) => hasPlainTags(asked) && hasPlainCaching(asked),
  accepts: ({ headers }) => !Object.values(headers).some((value) => value.includes('\t')),
  // W-037: the first host of several.
  hosts: (asked) => hasPlainHosts(asked) && !asked.headers['X-Forwarded-Host']?.includes(','),
}

/** W-074 */
function isParsable(url: string): boolean {
  try {
    parse(url)
    return true
  } catch {
    return false
  }
}

/** W-034: brackets that do not balance, or in a value; an index beyond 20. */
function hasOddBrackets(url: string): boolean {
  const query = url.slice('/?'.length).replaceAll('%5B', '[').replaceAll('%5D', ']')
  return !query
    .split('&')
    .every((pair) => /^(?:[^[\]=]+(?:\[(?!\d\d)[^[\]=]*\])*(?:=[^[\]]*)?)?$/.test(pair))
}

/** W-034: the original drops what is empty where a name comes again. */
function repeatsEmpty(url: string): boolean {
  return /(?:^|[?&])[^=&]*=?(?:&|$)/.test(url) && url.includes('&')
}

/** W-034: where a text cannot be decoded, ours reads its pluses and brackets all the same. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** W-048 */
function hasLoneQuote(header: string): boolean {
  return /=\s*"(?![^";]*"\s*(?:;|$))/.test(header)
}

/** W-035: one bad range does not spoil the others; they are of ten bytes (`build-calls.ts`). */
function isListOfRanges(header: string): boolean {
  const list = header.replace(/^\w+=/, '')
  return list.split(',').every((range) => /^ ?(?:0-1|\d-|-\d)$/.test(range))
}

/** W-035: weak tags, a star among others. */
function hasPlainTags({ headers, calls }: Asked): boolean {
  const etag = String(calls[0]?.args[1])
  const tags = headers['If-None-Match']
  return tags === undefined || tags === '*' || (/^"/.test(etag) && !/W\/|\*/i.test(tags))
}

/** W-035: `no-cache` within another word. */
function hasPlainCaching({ headers: { 'Cache-Control': caching = '' } }: Asked): boolean {
  return /^(?:.*,)? *no-cache *(?:,.*)?$/.test(caching) || !caching.includes('no-cache')
}
