type Value = number | string | string[]

/** The headers given to `writeHead`: an object, a list of pairs, or names and values in turn. */
export function listHeaders(given: unknown): Iterable<[string, Value]> {
  if (!Array.isArray(given)) return Object.entries((given ?? {}) as Record<string, Value>)
  const headers = new Map<string, Value>()
  const flat = (Array.isArray(given[0]) ? given.flat() : given) as Value[]
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const name = String(flat[at])
    const value = flat[at + 1] as Value
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : [before, value].flat().map(String))
  }
  return headers
}
