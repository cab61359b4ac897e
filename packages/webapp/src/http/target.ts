import type { IncomingMessage } from 'node:http'
import { parse as parseLegacyUrl } from 'node:url'

/** The request target in the two parts that routing and `req.query` look at. */
export interface Target {
  /** The target as it was given. */
  readonly url: string | undefined
  /** Null when there is none, as in `http://@`; undefined when the target cannot be read. */
  readonly pathname: string | null | undefined
  /** What follows '?'; null when there is none. */
  readonly query: string | null
}

const kTarget = Symbol('webapp.target')

interface Cached extends IncomingMessage {
  [kTarget]?: Target | undefined
}

/** For requests that are being made: their target was not read yet. */
export function startTarget(req: IncomingMessage): void {
  ;(req as Cached)[kTarget] = undefined
}

/**
 * The target of a request, read once for each value of `req.url`.
 *
 * Router, getters and error page share this reading, so that no two of them can see different paths.
 */
export function targetOf(req: IncomingMessage): Target {
  const { url, [kTarget]: known } = req as Cached
  if (known !== undefined && known.url === url) return known
  const read = parseTarget(url)
  ;(req as Cached)[kTarget] = read
  return read
}

/**
 * Gives a request the URL that is left of its path from this place on, and spares the next reader
 * the reading where the path was read before.
 */
export function setTrimmedUrl(req: IncomingMessage, url: string, cut: number): void {
  const { url: before, [kTarget]: known } = req as Cached
  req.url = url
  // Only where nothing was added in front and nothing escaped: the rest of a plain path is plain.
  if (!known?.pathname || before === undefined || known.url !== before) return
  if (known.pathname.charCodeAt(cut) !== SLASH || !before.startsWith(known.pathname)) return
  const pathname = known.pathname === before ? url : known.pathname.slice(cut)
  ;(req as Cached)[kTarget] = { url, pathname, query: known.query }
}

/** Path and query of a request target in origin-form, absolute-form or asterisk-form. */
export function parseTarget(url: string | undefined): Target {
  if (typeof url !== 'string') return { url, pathname: undefined, query: null }
  if (!isPlainTarget(url)) return parseOddTarget(url)
  const mark = url.indexOf('?')
  if (mark === -1) return { url, pathname: url, query: null }
  return { url, pathname: url.slice(0, mark), query: url.slice(mark + 1) }
}

/** Whether a target is a path, and perhaps a query, in which no character needs a second look. */
export function isPlainTarget(url: string): boolean {
  return url.charCodeAt(0) === SLASH && !ODD.test(url)
}

/** What follows the path of a target: query and fragment, with their marks. */
export function afterPath(url: string): string {
  const mark = url.indexOf('?')
  if (!url.includes('#')) return mark === -1 ? '' : url.slice(mark)
  const { search, hash } = parseLegacyUrl(url)
  return `${search ?? ''}${hash ?? ''}`
}

/** `scheme://authority` of an absolute-form target, which mounting must leave in place; else ''. */
export function authorityPrefix(url: string | undefined): string {
  if (!url || url.charCodeAt(0) === SLASH) return ''
  const [beforeQuery = ''] = url.split('?', 1)
  const scheme = beforeQuery.indexOf('://')
  const path = scheme === -1 ? -1 : url.indexOf('/', scheme + 3)
  return path === -1 ? '' : url.slice(0, path)
}

const SLASH = 0x2f

// Characters that Node's parser refuses on the wire, but that middleware may write into `req.url`,
// and '#', which ends the path.
const ODD = /[\t\n\f\r #\u00a0\ufeff]/

function parseOddTarget(url: string): Target {
  try {
    const { pathname, query } = parseLegacyUrl(url)
    return { url, pathname, query }
  } catch {
    return { url, pathname: undefined, query: null }
  }
}
