import * as nodeUrl from 'node:url'
import { isPlainTarget, parseTarget } from './target.ts'

/** What `url.parse` makes of a URL, with the text that it was made of. */
export interface LegacyUrl extends nodeUrl.UrlWithStringQuery {
  _raw?: string
}

// Middleware asks for instances of this class, which Node's types do not show.
const { Url } = nodeUrl as unknown as { Url: new () => LegacyUrl }

/** A request target in the form of `url.parse`; paths are left as they are written. */
export function toLegacyUrl(url: string): LegacyUrl {
  const parsed = isPlainTarget(url) ? fromPlainTarget(url) : nodeUrl.parse(url)
  return Object.assign(parsed, { _raw: url })
}

function fromPlainTarget(url: string): LegacyUrl {
  const { pathname, query } = parseTarget(url)
  const search = query === null ? null : `?${query}`
  return Object.assign(new Url(), { path: url, href: url, pathname: pathname ?? '', search, query })
}
