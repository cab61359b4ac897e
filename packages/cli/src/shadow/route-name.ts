/** Parts of a path that are probably ids: numbers, hexadecimal numbers, UUIDs and long tokens. */
const ID = /^(?:\d+|[\da-f]{8,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=.*\d)[\w-]{20,})$/i

/** The name under which a request is counted: its route, or its path with `:id` in place of ids. */
export function routeName(method: string, url: string, route: string | undefined): string {
  if (route !== undefined) return `${method} ${foldIds(route)}`
  const path = url.replace(/^\w+:\/\/[^/]*/, '').replace(/[?#].*$/s, '')
  return `${method} ${foldIds(path || '/')}`
}

/** A path with `:id` in place of ids. */
export function foldIds(path: string): string {
  return path
    .split('/')
    .map((part) => (ID.test(part) ? ':id' : part))
    .join('/')
}
