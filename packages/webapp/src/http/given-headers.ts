import { inspect } from 'node:util'

type Value = number | string | string[]

/**
 * The headers given to `writeHead`: an object, a list of pairs, or names and values in turn. In a
 * list, several values of one name become one entry. Throws Node's error for a list of odd length.
 */
export function listHeaders(given: unknown): Iterable<[name: string, value: Value]> {
  if (!Array.isArray(given)) return Object.entries((given ?? {}) as Record<string, Value>)
  const flat = (Array.isArray(given[0]) ? given.flat() : given) as Value[]
  if (flat.length % 2 !== 0) throw oddList(given)
  const headers = new Map<string, [name: string, value: Value]>()
  for (let at = 0; at < flat.length; at += 2) {
    const name = String(flat[at])
    const value = flat[at + 1] as Value
    const [spelled, before] = headers.get(name.toLowerCase()) ?? [name, undefined]
    const all = before === undefined ? value : [before, value].flat().map(String)
    headers.set(name.toLowerCase(), [spelled, all])
  }
  return headers.values()
}

function oddList(given: unknown): Error {
  const error = new TypeError(`The argument 'headers' is invalid. Received ${inspect(given)}`)
  return Object.assign(error, { code: 'ERR_INVALID_ARG_VALUE' })
}
