/** One entry of an `Accept…` header. */
export interface Preference<Value> {
  readonly value: Value
  readonly quality: number
}

/** How well an entry describes an offered value: more is better, `undefined` is not at all. */
export type Fit<Value> = (wanted: Value, offered: Value) => number | undefined

/** The values that the client accepts, the preferred ones first. */
export function sortPreferences<Value>(preferences: readonly Preference<Value>[]): Value[] {
  return preferences
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ value }) => value)
}

/** The index of the offered value that the client prefers; `undefined` if it accepts none. */
export function findBest<Value>(
  preferences: readonly Preference<Value>[],
  offered: readonly (Value | undefined)[],
  fit: Fit<Value>,
): number | undefined {
  let best: Rank | undefined
  let found: number | undefined
  for (const [index, value] of offered.entries()) {
    const rank = value === undefined ? undefined : rankOf(value, preferences, fit)
    if (rank === undefined || !(rank.quality > 0)) continue
    if (best !== undefined && !isBetter(rank, best)) continue
    best = rank
    found = index
  }
  return found
}

interface Rank {
  readonly quality: number
  readonly fit: number
  readonly place: number
}

function isBetter(one: Rank, other: Rank): boolean {
  const better = one.quality - other.quality || one.fit - other.fit || other.place - one.place
  return better > 0
}

/** The entry that decides about a value: the one that fits best, and the last of equal ones. */
function rankOf<Value>(
  value: Value,
  preferences: readonly Preference<Value>[],
  fitOf: Fit<Value>,
): Rank | undefined {
  let rank: Rank = { quality: 0, fit: 0, place: -1 }
  for (const [place, preference] of preferences.entries()) {
    const fit = fitOf(preference.value, value)
    if (fit === undefined) continue
    const { quality } = preference
    const worse = rank.fit - fit || rank.quality - quality || rank.place - place
    if (worse < 0) rank = { quality, fit, place }
  }
  return rank
}

/** The parts between separators that are not in quotes. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
