import type { IncomingMessage } from 'node:http'
import { parse as parseLegacyUrl } from 'node:url'

/** The request target, parsed into the parts that routing and `req.query` read. */
export interface Target {
  /** The unparsed target. */
  readonly url: string | undefined
  /** Null if there is none, as in `http://@`; undefined if the target cannot be parsed. */
  readonly pathname: string | null | undefined
  /** The text after '?'; null without '?'. */
  readonly query: string | null
  /** Whether a file server may read the path differently from a router (`usual-paths.ts`). */
  readonly isUnusual: boolean
}

const kTarget = Symbol('webapp.target')

interface Cached extends IncomingMessage {
  [kTarget]?: Target | undefined
}

/** Adds the cache property in the constructor, so that all requests share one hidden class. */
export function initTarget(req: IncomingMessage): void {
  ;(req as Cached)[kTarget] = undefined
}

/**
 * The parsed target of a request, cached for each value of `req.url`.
 *
 * The router, the getters and the error page all use it, so they cannot see different paths.
 */
export function targetOf(req: IncomingMessage): Target {
  const { url, [kTarget]: cached } = req as Cached
  if (cached !== undefined && cached.url === url) return cached
  const parsed = parseTarget(url)
  ;(req as Cached)[kTarget] = parsed
  return parsed
}

/**
 * Sets `req.url` to `url`, which is the current URL without its first `removed` characters. Updates
 * the cached target if possible, so that the URL is not parsed again.
 */
export function setTrimmedUrl(req: IncomingMessage, url: string, removed: number): void {
  const { url: before, [kTarget]: known } = req as Cached
  req.url = url
  // Only if the URL starts with the unescaped path: then the rest of it does, too.
  if (!known?.pathname || before === undefined || known.url !== before) return
  if (known.pathname.charCodeAt(removed) !== SLASH || !before.startsWith(known.pathname)) return
  const pathname = known.pathname === before ? url : known.pathname.slice(removed)
  ;(req as Cached)[kTarget] = {
    url,
    pathname,
    query: known.query,
    isUnusual: known.isUnusual,
  }
}

/** Parses a request target in origin-form, absolute-form or asterisk-form. */
export function parseTarget(url: string | undefined): Target {
  if (typeof url !== 'string') return { url, pathname: undefined, query: null, isUnusual: false }
  const isNotable = NOTABLE.test(url)
  if (isNotable ? !isPlainTarget(url) : url.charCodeAt(0) !== SLASH) return parseSpecialTarget(url)
  const mark = url.indexOf('?')
  const pathname = mark === -1 ? url : url.slice(0, mark)
  const query = mark === -1 ? null : url.slice(mark + 1)
  return { url, pathname, query, isUnusual: isNotable && UNUSUAL.test(pathname) }
}

/** Whether a target is a path with an optional query, without characters that need escaping. */
export function isPlainTarget(url: string): boolean {
  return url.charCodeAt(0) === SLASH && !SPECIAL.test(url)
}

/** The query and fragment of a target, including '?' and '#'. */
export function afterPath(url: string): string {
  const mark = url.indexOf('?')
  if (!url.includes('#')) return mark === -1 ? '' : url.slice(mark)
  const { search, hash } = parseLegacyUrl(url)
  return `${search ?? ''}${hash ?? ''}`
}

/** `scheme://authority` of an absolute-form target, else ''. Mounting must keep it in `req.url`. */
export function authorityPrefix(url: string | undefined): string {
  if (!url || url.charCodeAt(0) === SLASH) return ''
  const [beforeQuery = ''] = url.split('?', 1)
  const scheme = beforeQuery.indexOf('://')
  const path = scheme === -1 ? -1 : url.indexOf('/', scheme + 3)
  return path === -1 ? '' : url.slice(0, path)
}

const SLASH = 0x2f

// '#' ends the path. Node's parser rejects the other characters, but middleware can write them into
// `req.url`.
const SPECIAL = /[\t\n\f\r #\u00a0\ufeff]/

// Percent-encoding, empty segments, dot segments and backslashes: `decodeURIComponent` and
// `path.normalize` can turn such a path into another one.
const UNUSUAL = /%|\\|\/\/|\/\.\.?(?:\/|$)/

// One test for most requests: finds every target that `SPECIAL` or `UNUSUAL` finds.
const NOTABLE = /[\t\n\f\r #\u00a0\ufeff%\\]|\/[./]/

function parseSpecialTarget(url: string): Target {
  try {
    const { pathname, query } = parseLegacyUrl(url)
    return { url, pathname, query, isUnusual: UNUSUAL.test(pathname ?? '') }
  } catch {
    return { url, pathname: undefined, query: null, isUnusual: false }
  }
}
