import { fitsPattern, foldIds } from '../route-name.ts'

/** What requests have reached. */
export interface Reached {
  /** The names of the routes with requests. */
  readonly names: Iterable<string>
  /** Methods and paths of requests whose route has a name without the path of its mount, as in Express 3. */
  readonly paths: Iterable<string>
}

/**
 * The routes of the program that no repeated request has reached, as far as their methods are repeated.
 * `listed` are patterns such as `GET /users/:id`.
 */
export function unseenRoutes(
  listed: readonly string[],
  { names, paths }: Reached,
  methods: readonly string[],
): string[] {
  const [routes, requests] = [[...names].map(split), [...paths].map(split)]
  return [...new Set(listed)].filter((name) => {
    const [method, pattern] = split(name)
    if (method !== 'ALL' && !methods.includes(method)) return false
    const isSame = (other: string) => method === 'ALL' || method === other
    return !(
      routes.some(([other, path]) => isSame(other) && isSameRoute(pattern, path)) ||
      requests.some(([other, path]) => isSame(other) && takesPath(pattern, path))
    )
  })
}

function split(name: string): [method: string, path: string] {
  const at = name.indexOf(' ')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** A name may list several patterns: those of a list of paths. */
function isSameRoute(pattern: string, name: string): boolean {
  return name
    .split(', ')
    .some((one) => one === pattern || one === foldIds(pattern) || fitsPattern(pattern, one))
}

/** A regular expression follows the path of its mount. */
const REGULAR = /^(.*?)\/(\^.*)\/([a-z]*)$/

function takesPath(pattern: string, path: string): boolean {
  const [, mount, source, flags] = REGULAR.exec(pattern) ?? []
  if (mount === undefined || source === undefined) return fitsPattern(pattern, path)
  if (!path.startsWith(mount)) return false
  try {
    return new RegExp(source, flags).test(path.slice(mount.length) || '/')
  } catch {
    return false // A path that only looks like one.
  }
}
