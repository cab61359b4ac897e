import * as nodeUrl from 'node:url'
import { isPlainTarget, parseTarget } from './target.ts'

/** The result of `url.parse`. */
export interface LegacyUrl extends nodeUrl.UrlWithStringQuery {
  /** The parsed text; the `parseurl` package checks it. */
  _raw?: string
}

// Middleware checks `instanceof Url`. Node's types omit this class.
const { Url } = nodeUrl as unknown as { Url: new () => LegacyUrl }

/** Parses a request target like `url.parse`, but does not escape characters of the path. */
export function toLegacyUrl(url: string): LegacyUrl {
  const parsed = isPlainTarget(url) ? fromPlainTarget(url) : nodeUrl.parse(url)
  return Object.assign(parsed, { _raw: url })
}

function fromPlainTarget(url: string): LegacyUrl {
  const { pathname, query } = parseTarget(url)
  const search = query === null ? null : `?${query}`
  return Object.assign(new Url(), { path: url, href: url, pathname: pathname ?? '', search, query })
}
