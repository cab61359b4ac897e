import type { OutgoingHttpHeaders } from 'node:http'

/**
 * Headers for a message of Node, from pairs of names and values: the values of one name together. A
 * client may send `constructor` and `__proto__` as names, so they are never looked up in an object.
 */
export function groupHeaders(
  pairs: Iterable<readonly [name: string, value: string]>,
): OutgoingHttpHeaders {
  const groups = new Map<string, [name: string, values: string[]]>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [name, [value]])
    // Node takes the first Host, and its client refuses to send two.
    else if (key !== 'host') group[1].push(value)
  }
  // `fromEntries` defines members: it does not set the prototype for the name `__proto__`.
  return Object.fromEntries(
    [...groups.values()].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

/** Names and values of headers, from a list in which they alternate. */
export function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? ''])
  return pairs
}
