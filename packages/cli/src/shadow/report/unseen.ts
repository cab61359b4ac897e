import { foldIds } from '../route-name.ts'

/**
 * The routes of the program that no repeated request has reached, as far as their methods are repeated.
 * `listed` are patterns such as `GET /users/:id`, `seen` the names of the routes with requests.
 */
export function unseenRoutes(
  listed: readonly string[],
  seen: readonly string[],
  methods: readonly string[],
): string[] {
  const reached = seen.map(split)
  return [...new Set(listed)].filter((name) => {
    const route = split(name)
    if (route.method !== 'ALL' && !methods.includes(route.method)) return false
    return !reached.some((each) => isReached(route, each))
  })
}

interface Name {
  readonly method: string
  /** One request may name several patterns: those of a list of paths. */
  readonly paths: readonly string[]
}

function split(name: string): Name {
  const at = name.indexOf(' ')
  return { method: name.slice(0, at), paths: name.slice(at + 1).split(', ') }
}

function isReached({ method, paths: [path = ''] }: Name, seen: Name): boolean {
  if (method !== 'ALL' && method !== seen.method) return false
  return seen.paths.some((one) => one === path || one === foldIds(path) || fits(path, one))
}

/** A request names the path of a mounted router as it was sent, and dialects write patterns in several ways. */
function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern, path].map(segments)
  if (wanted === undefined || given === undefined) return false
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
      if (segment.startsWith('*')) return REST
      return /[:*(]/.test(segment) ? ANY : segment
    })
}
