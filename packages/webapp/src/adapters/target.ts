import { inspect } from 'node:util'

/** The parts of a URL that a request sends: request target, Host header and encryption. */
export interface RequestTarget {
  readonly path: string
  readonly host: string
  readonly encrypted: boolean
}

type Query = string | URLSearchParams | Readonly<Record<string, unknown>>

/**
 * The target of a path or a URL. A path is sent unchanged, including dot segments and double
 * slashes. Only characters that are invalid in a request line are escaped.
 */
export function toTarget(url: unknown, query: unknown): RequestTarget {
  const text = url instanceof URL ? url.href : url
  const parts = typeof text === 'string' ? PARTS.exec(text) : null
  if (parts === null) {
    throw new TypeError(
      `url must be a path that begins with '/', or a URL with http: or https:, not ${inspect(url)}`,
    )
  }
  const { scheme, authority, path = '' } = parts.groups ?? {}
  const target = addQuery(path.startsWith('?') || path === '' ? `/${path}` : path, query)
  if (hasLoneSurrogate(target)) {
    throw new TypeError(`url must not have half of a surrogate pair, as in ${inspect(target)}`)
  }
  return {
    path: escapePath(target),
    host: authority?.slice(authority.lastIndexOf('@') + 1) ?? 'localhost',
    encrypted: scheme?.toLowerCase() === 'https',
  }
}

// A fragment is not sent. '*' is the target of OPTIONS for the whole server (RFC 9112, 3.2.4).
const PARTS = /^(?:(?<scheme>https?):\/\/(?<authority>[^/?#]+)|(?=\/|\*(?:$|#)))(?<path>[^#]*)/i

/** Escapes characters that are invalid in a request line. */
export function escapePath(path: string): string {
  return path.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** Whether text has half of a surrogate pair, which UTF-8 cannot encode. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text)
}

function addQuery(path: string, query: unknown): string {
  const added = queryText(query)
  if (added === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${added}`
}

function queryText(query: unknown): string {
  if (query === undefined || query === null) return ''
  if (typeof query === 'string') return query.replace(/^\?/, '')
  if (query instanceof URLSearchParams) return query.toString()
  if (typeof query !== 'object' || Array.isArray(query)) {
    throw new TypeError(
      `query must be an object, URLSearchParams or a string, not ${inspect(query)}`,
    )
  }
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Query)) {
    for (const each of [value].flat())
      if (each !== undefined) pairs.append(name, valueText(name, each))
  }
  return pairs.toString()
}

function valueText(name: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    throw new TypeError(
      `query.${name} must be a string, a number, a boolean or a list of them, not ${inspect(value, { depth: 0 })}`,
    )
  }
  return String(value ?? '')
}
