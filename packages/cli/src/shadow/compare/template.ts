/** Text that changes, between texts that all samples share. */
interface Hole {
  /** The characters of the longest text seen here. */
  readonly longest: number
}

type Item = string | Hole

/** What several texts have in common, in order. */
export type Template = readonly Item[]

/** Words keep the characters of ids, dates, addresses and Base64, so that each is one item. */
export function itemsOf(text: string): string[] {
  return text.match(/[\w\-+/=.%:~]+|\s+|[^\w\-+/=.%:~\s]/g) ?? []
}

/** What the texts have in common; where they differ there are holes. */
export function templateOf(texts: readonly string[]): Template {
  const [first = '', ...others] = [...new Set(texts)]
  let template: Template = itemsOf(first)
  for (const text of others) template = joinHoles(align(template, itemsOf(text)))
  return template
}

export function hasHoles(template: Template): boolean {
  return template.some((item) => typeof item !== 'string')
}

function align(one: Template, other: Template): Item[] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && isSame(one[start], other[start])) start++
  let end = 0
  while (end < shorter - start && isSame(one.at(-1 - end), other.at(-1 - end))) end++
  const head = one.slice(0, start)
  const tail = end === 0 ? [] : one.slice(-end)
  const first = one.slice(start, one.length - end)
  const second = other.slice(start, other.length - end)
  return [...head, ...alignMiddle(first, second), ...tail]
}

function isSame(one: Item | undefined, other: Item | undefined): boolean {
  return typeof one === 'string' && one === other
}

function alignMiddle(one: Template, other: Template): Item[] {
  if (one.length === 0 && other.length === 0) return []
  if (one.length === other.length) {
    const pairs = one.map((item, at): Item => {
      const counterpart = other[at] ?? ''
      return isSame(item, counterpart) ? item : holeOver([item], [counterpart])
    })
    // Otherwise the texts have the same length by chance.
    if (
      one.length === 1 ||
      3 * pairs.filter((item) => typeof item === 'string').length >= one.length
    )
      return pairs
  }
  const anchors = findAnchors(one, other)
  if (anchors.length === 0) return [holeOver(one, other)]
  const aligned: Item[] = []
  let [fromOne, fromOther] = [0, 0]
  for (const [atOne, atOther] of anchors) {
    aligned.push(...align(one.slice(fromOne, atOne), other.slice(fromOther, atOther)))
    aligned.push(one[atOne] ?? '')
    fromOne = atOne + 1
    fromOther = atOther + 1
  }
  return [...aligned, ...align(one.slice(fromOne), other.slice(fromOther))]
}

function holeOver(one: Template, other: Template): Hole {
  return { longest: Math.max(lengthOf(one), lengthOf(other)) }
}

function lengthOf(items: Template): number {
  return items.reduce(
    (sum, item) => sum + (typeof item === 'string' ? item.length : item.longest),
    0,
  )
}

/** Items that occur once on both sides, in the longest order that both share. */
function findAnchors(one: Template, other: Template): [number, number][] {
  const places = uniquePlaces(other)
  const pairs: [number, number][] = []
  for (const [item, at] of uniquePlaces(one)) {
    const counterpart = places.get(item)
    if (counterpart !== undefined) pairs.push([at, counterpart])
  }
  return longestRise(pairs.sort(([first], [second]) => first - second))
}

function uniquePlaces(items: Template): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  items.forEach((item, at) => {
    if (typeof item !== 'string') return
    if (places.has(item)) repeated.add(item)
    places.set(item, at)
  })
  for (const item of repeated) places.delete(item)
  return places
}

/** The longest part of a list of pairs in which the second numbers rise (patience sorting). */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  const piles: number[] = []
  const before: number[] = []
  pairs.forEach(([, value], at) => {
    let [low, high] = [0, piles.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[piles[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[at] = piles[low - 1] ?? -1
    piles[low] = at
  })
  const rise: [number, number][] = []
  for (let at = piles.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at]
    if (pair !== undefined) rise.unshift(pair)
  }
  return rise
}

function joinHoles(items: readonly Item[]): Item[] {
  const joined: Item[] = []
  for (const item of items) {
    const last = joined.at(-1)
    if (typeof item !== 'string' && last !== undefined && typeof last !== 'string') {
      joined[joined.length - 1] = { longest: last.longest + item.longest }
    } else joined.push(item)
  }
  return joined
}

/** How many characters a changing text may have beyond twice the longest one that was seen. */
const ROOM = 16

/** How many places are tried for the texts between holes. */
const MOST_STEPS = 20_000

/** Whether a text is the template with other texts in its holes. */
export function fits(template: Template, text: string): boolean {
  const literals: string[] = ['']
  const rooms: number[] = []
  for (const item of template) {
    if (typeof item !== 'string') {
      rooms.push(2 * item.longest + ROOM)
      literals.push('')
    } else literals[literals.length - 1] += item
  }
  const [first = ''] = literals
  if (rooms.length === 0) return text === first
  if (!text.startsWith(first)) return false
  let steps = 0
  const fitsFrom = (at: number, from: number): boolean => {
    const literal = literals[at] ?? ''
    const room = rooms[at - 1] ?? 0
    if (at === literals.length - 1) {
      const start = text.length - literal.length
      return start >= from && start - from <= room && text.endsWith(literal)
    }
    const near = text.slice(from, from + room + literal.length)
    for (let found = near.indexOf(literal); found !== -1; ) {
      if (++steps > MOST_STEPS) return false
      if (fitsFrom(at + 1, from + found + literal.length)) return true
      found = near.indexOf(literal, found + 1)
    }
    return false
  }
  return fitsFrom(1, first.length)
}
