/** Parts of a path that are probably ids: numbers, hexadecimal numbers, UUIDs and long tokens. */
const ID = /^(?:\d+|[\da-f]{8,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=.*\d)[\w-]{20,})$/i

/** The name under which a request is counted: its route, or its path with `:id` in place of ids. */
export function routeName(method: string, url: string, route: string | undefined): string {
  return `${method} ${foldIds(route ?? pathOf(url))}`
}

/** The path of a request, whose target may be a whole URL. */
export function pathOf(url: string): string {
  const path = url.replace(/^\w+:\/\/[^/]*/, '').replace(/[?#].*$/s, '')
  return path || '/'
}

/** A path with `:id` in place of ids. */
export function foldIds(path: string): string {
  return path
    .split('/')
    .map((part) => (ID.test(part) ? ':id' : part))
    .join('/')
}

/**
 * Whether a path or another pattern has the form of a pattern. A request names the path of a mounted router
 * as it was sent, and dialects write patterns in several ways.
 */
export function fitsPattern(pattern: string, path: string): boolean {
  const [wanted, given] = [segments(pattern), segments(path)]
  const rest = wanted.indexOf(REST)
  if (rest === -1 && wanted.length !== given.length) return false
  const compared = rest === -1 ? wanted : wanted.slice(0, rest)
  return compared.every((segment, at) => segment === ANY || segment === given[at])
}

const ANY = ':'
const REST = '*'

/** Segments with the parameters as `:` and stars as `*`; optional parts count as present. */
function segments(path: string): string[] {
  return path
    .replaceAll(/[{}]/g, '')
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      if (segment.includes('*')) return REST
      return /[:(]/.test(segment) ? ANY : segment
    })
}
